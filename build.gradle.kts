// The build is Maven's: the POMs say what is built, from which libraries, and how. This is its Gradle front. Every
// target runs gradle/targets.sh with a Maven that Gradle downloads; gradlew runs the same script where Gradle cannot
// be downloaded (docs/decisions/0021-one-build.md).
//
// Only Gradle's plain API is used here, so that GradleFrontTest can compile this file without Gradle.

import javax.inject.Inject
import org.gradle.api.services.BuildService
import org.gradle.api.services.BuildServiceParameters
import org.gradle.api.tasks.options.Option
import org.gradle.process.ExecOperations

val mavenVersion = "3.9.11"

repositories.mavenCentral { metadataSources { artifact() } }
val mavenArchive = configurations.create("maven")
dependencies.add(mavenArchive.name, "org.apache.maven:apache-maven:$mavenVersion:bin@zip")

val unpackMaven = tasks.register("unpackMaven", Sync::class.java) {
    description = "Unpacks the Maven that the targets run with."
    from(mavenArchive.elements.map { archives -> archives.map { zipTree(it) } })
    into(layout.buildDirectory.dir("maven"))
}

/** Two Maven builds of one tree would overwrite each other's files. */
abstract class MavenLock : BuildService<BuildServiceParameters.None>
val mavenLock = gradle.sharedServices.registerIfAbsent("mavenLock", MavenLock::class.java) {
    maxParallelUsages.set(1)
}

/** Runs one target of gradle/targets.sh. */
@UntrackedTask(because = "Maven decides what is up to date")
abstract class MavenTarget @Inject constructor(private val processes: ExecOperations) : DefaultTask() {
    @get:Internal
    abstract val root: DirectoryProperty

    @get:Internal
    abstract val maven: RegularFileProperty

    @get:Internal
    abstract val flags: ListProperty<String>

    @get:Internal
    @get:Option(option = "args", description = "Arguments for the program (demo, run, bench, trials), as one quoted text.")
    abstract val arguments: Property<String>

    @get:Internal
    @get:Option(option = "module", description = "Limits check, test and format to one module and what it depends on.")
    abstract val module: Property<String>

    @get:Internal
    @get:Option(option = "tests", description = "Limits check and test to the classes or methods of this name pattern.")
    abstract val tests: Property<String>

    @TaskAction
    fun run() {
        val options = listOf("args" to arguments, "module" to module, "tests" to tests)
            .filter { (_, value) -> value.isPresent }
            .map { (name, value) -> "--$name=${value.get()}" }
        val result = processes.exec {
            workingDir(root)
            commandLine(listOf("sh", "gradle/targets.sh", name) + flags.get() + options)
            environment("BUILD_MVN", maven.get().asFile.path)
            environment("JAVA_HOME", System.getProperty("java.home"))
            standardInput = System.`in`
            isIgnoreExitValue = true
        }
        if (result.exitValue != 0) throw GradleException("'$name' failed with exit code ${result.exitValue}; see above")
    }
}

val targetFlags = listOfNotNull(
    "--offline".takeIf { gradle.startParameter.isOffline },
    "--quiet".takeIf { gradle.startParameter.logLevel == LogLevel.QUIET },
    "--stacktrace".takeIf { gradle.startParameter.showStacktrace != ShowStacktrace.INTERNAL_EXCEPTIONS },
    "-Pcuda".takeIf { providers.gradleProperty("cuda").isPresent },
    "-Pedge".takeIf { providers.gradleProperty("edge").isPresent },
    providers.gradleProperty("platform").orNull?.let { "-Pplatform=$it" },
)

// The targets, their groups and descriptions are the lines "#: NAME  GROUP  DESCRIPTION" of the script.
val targetLine = Regex("#: (\\S+) +(\\S+) +(.+)")
file("gradle/targets.sh").readLines().mapNotNull { targetLine.matchEntire(it)?.destructured }
    .forEach { (target, targetGroup, about) ->
        tasks.register(target, MavenTarget::class.java) {
            group = targetGroup
            description = about
            dependsOn(unpackMaven)
            usesService(mavenLock)
            if (target != "clean") mustRunAfter("clean")
            root.set(layout.projectDirectory)
            maven.set(layout.buildDirectory.file("maven/apache-maven-$mavenVersion/bin/mvn"))
            flags.set(targetFlags)
        }
    }
