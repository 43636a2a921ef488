// The POMs are the one list of modules, libraries and versions; this build reads them, so the two
// builds cannot drift. Works with Gradle 7.6, 8 and 9, and needs no plugin from outside Gradle.

import javax.inject.Inject
import javax.xml.parsers.DocumentBuilderFactory
import org.gradle.api.tasks.options.Option
import org.w3c.dom.Element

// ---- Reading the POMs

class Library(
    val group: String,
    val name: String,
    val version: String?,
    val classifier: String?,
    val scope: String,
    val type: String,
) {
    fun notation() = listOf(group, name, version.orEmpty(), classifier.orEmpty()).joinToString(":").trimEnd(':')
}

/** A POM, with the properties of one of its profiles where that is asked for. */
class Pom(file: File, val parent: Pom? = null, profile: String? = null) {
    private val root: Element = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file).documentElement

    private fun Element.all(): List<Element> =
        (0 until childNodes.length).map { childNodes.item(it) }.filterIsInstance<Element>()
    private fun Element.child(name: String): Element? = all().firstOrNull { it.tagName == name }
    private fun Element.text(name: String): String? = child(name)?.textContent?.trim()?.let { resolve(it) }

    private fun own(name: String): String? = root.child(name)?.textContent?.trim()
    val artifactId: String = own("artifactId") ?: error("$file has no artifactId")
    val groupId: String = own("groupId") ?: parent!!.groupId
    val version: String = own("version") ?: parent!!.version

    private val properties: Map<String, String> =
        (listOf(root) + root.child("profiles")?.all().orEmpty().filter { it.child("id")?.textContent?.trim() == profile })
            .flatMap { it.child("properties")?.all().orEmpty() }
            .associate { it.tagName to it.textContent.trim() }

    fun property(name: String): String? = when (name) {
        "project.groupId" -> groupId
        "project.version" -> version
        else -> properties[name]?.let { resolve(it) } ?: parent?.property(name)
    }

    private fun resolve(text: String): String = Regex("\\$\\{([^}]+)}").replace(text) {
        property(it.groupValues[1]) ?: error("$artifactId: its pom.xml uses ${it.value}, which is not set")
    }

    private fun libraries(holder: Element?): List<Library> = holder?.child("dependencies")?.all().orEmpty().map {
        Library(
            it.text("groupId")!!, it.text("artifactId")!!, it.text("version"), it.text("classifier"),
            it.text("scope") ?: "compile", it.text("type") ?: "jar")
    }

    private val managed: List<Library> = libraries(root.child("dependencyManagement"))
    val boms: List<Library> = managed.filter { it.scope == "import" } + parent?.boms.orEmpty()
    val pinned: List<Library> = managed.filter { it.scope != "import" } + parent?.pinned.orEmpty()

    /** What this module uses, each with the version pinned for it; without one where a BOM has it. */
    val dependencies: List<Library> = libraries(root).map { used ->
        val version = used.version ?: pinned.firstOrNull { it.group == used.group && it.name == used.name }?.version
        Library(used.group, used.name, version, used.classifier, used.scope, used.type)
    }

    /** The arguments given to javac, Error Prone's among them. */
    val compilerArguments: List<String> = root.getElementsByTagName("compilerArgs").item(0)
        ?.let { args -> (args as Element).all().map { it.textContent.trim() } }.orEmpty()
}

// -Pcuda: with ONNX Runtime for GPUs (docs/gpu.md).
val rootPom = Pom(file("pom.xml"), profile = if (hasProperty("cuda")) "cuda" else null)
fun version(property: String): String = rootPom.property(property) ?: error("pom.xml has no property $property")
val compilerExports = file(".mvn/jvm.config").readLines().filter { it.isNotBlank() }

/** The commit this is built from, for 'gazeshift version'. */
val commit: String by lazy {
    val git = try {
        ProcessBuilder("git", "rev-parse", "--short=12", "HEAD").directory(rootDir).redirectErrorStream(true).start()
    } catch (e: java.io.IOException) {
        null
    }
    git?.inputStream?.bufferedReader()?.readText()?.trim()?.takeIf { git.waitFor() == 0 } ?: "unknown"
}

// ---- Every module

subprojects {
    apply(plugin = "java-library")

    val pom = Pom(file("pom.xml"), rootPom)
    group = pom.groupId
    version = pom.version
    extensions.configure<BasePluginExtension> { archivesName.set(pom.artifactId) }
    repositories { mavenCentral() }

    // -- dependencies
    val siblings = rootProject.subprojects.associate { "gazeshift-${it.name}" to it.path }
    val configurationFor =
        mapOf("compile" to "api", "runtime" to "runtimeOnly", "provided" to "compileOnly", "test" to "testImplementation")
    dependencies {
        for (bom in pom.boms) {
            add("api", platform(bom.notation()))
        }
        for (library in pom.dependencies) {
            val sibling = siblings[library.name]
            val what: Any = when {
                sibling == null -> library.notation()
                // What the tests of a module listed before this one stand on.
                library.type == "test-jar" ->
                    project(sibling).extensions.getByType<SourceSetContainer>()["test"].output
                else -> project(sibling)
            }
            add(configurationFor.getValue(library.scope), what)
        }
        add("testRuntimeOnly", "org.junit.platform:junit-platform-launcher")
        add("annotationProcessor", "com.google.errorprone:error_prone_core:${version("errorprone.version")}")
        add("testAnnotationProcessor", "com.google.errorprone:error_prone_core:${version("errorprone.version")}")
    }
    // As Maven's dependencyManagement does: a pinned version holds for transitive uses too.
    for (classpath in listOf("compileClasspath", "runtimeClasspath", "testCompileClasspath", "testRuntimeClasspath")) {
        configurations.named(classpath) {
            resolutionStrategy.force(pom.pinned.filter { it.classifier == null }.map { it.notation() })
        }
    }

    // -- compiling
    tasks.withType<JavaCompile>().configureEach {
        options.encoding = "UTF-8"
        options.release.set(version("java.release").toInt())
        options.compilerArgs.addAll(listOf("-parameters") + rootPom.compilerArguments)
        options.isFork = true
        options.forkOptions.jvmArgs = compilerExports
    }

    if (file("src/main/proto").isDirectory) {
        val protoc = configurations.create("protoc") { isTransitive = false }
        dependencies.add(
            "protoc", "com.google.protobuf:protoc:${version("protobuf.version")}:${protocPlatform()}@exe")
        val generated = layout.buildDirectory.dir("generated/protobuf")
        val generateProto = tasks.register<Exec>("generateProto") {
            val sources = fileTree("src/main/proto") { include("**/*.proto") }
            val compiler = File(temporaryDir, "protoc.exe")
            inputs.files(sources, protoc)
            outputs.dir(generated)
            doFirst {
                generated.get().asFile.apply { deleteRecursively() }.mkdirs()
                protoc.singleFile.copyTo(compiler, overwrite = true).setExecutable(true)
            }
            commandLine(compiler, "--proto_path=${sources.dir}", "--java_out=${generated.get()}")
            args(sources.files)
        }
        extensions.configure<SourceSetContainer> { named("main") { java.srcDir(generateProto) } }
    }

    // -- testing
    val javaSources = fileTree("src") { include("**/*.java") }
    tasks.withType<Test>().configureEach {
        useJUnitPlatform()
        maxHeapSize = "1g"
        addTestListener(object : TestListener {
            override fun beforeSuite(suite: TestDescriptor) {}
            override fun beforeTest(test: TestDescriptor) {}
            override fun afterTest(test: TestDescriptor, result: TestResult) {}
            override fun afterSuite(suite: TestDescriptor, result: TestResult) {
                if (suite.parent == null) {
                    println(
                        "Tests run: ${result.testCount}, Failures: ${result.failedTestCount}, Errors: 0, " +
                            "Skipped: ${result.skippedTestCount}")
                }
            }
        })
    }
    tasks.named<Test>("test") { exclude("**/*IT.class", "**/*IT\$*.class") }
    if (javaSources.any { it.name.endsWith("IT.java") }) {
        val sourceSets = extensions.getByType<SourceSetContainer>()
        val integrationTest = tasks.register<Test>("integrationTest") {
            description = "Runs the tests that need a broker, a process or a device."
            group = "verification"
            testClassesDirs = sourceSets["test"].output.classesDirs
            classpath = sourceSets["test"].runtimeClasspath
            include("**/*IT.class", "**/*IT\$*.class")
            shouldRunAfter("test")
        }
        tasks.named("check") { dependsOn(integrationTest) }
    }

    // -- format, by the formatter Maven's Spotless calls
    val formatter = configurations.create("formatter")
    dependencies.add(
        "formatter", "com.google.googlejavaformat:google-java-format:${version("google-java-format.version")}")
    fun registerFormatter(name: String, about: String, vararg mode: String) = tasks.register<JavaExec>(name) {
        description = about
        group = "verification"
        classpath = formatter
        mainClass.set("com.google.googlejavaformat.java.Main")
        jvmArgs(compilerExports)
        args(listOf("--skip-reflowing-long-strings") + mode + javaSources.files.map { it.path })
        onlyIf { !javaSources.isEmpty }
    }
    registerFormatter("format", "Rewrites the sources in the project's format.", "--replace")
    val formatCheck = registerFormatter(
        "formatCheck", "Fails where a source is not in the project's format ('format' mends it).",
        "--dry-run", "--set-exit-if-changed")
    tasks.named("check") { dependsOn(formatCheck) }

    // -- equal sources give equal archives
    tasks.withType<AbstractArchiveTask>().configureEach {
        isPreserveFileTimestamps = false
        isReproducibleFileOrder = true
    }
    tasks.withType<Jar>().configureEach {
        manifest.attributes(
            "Implementation-Title" to pom.artifactId,
            "Implementation-Version" to pom.version,
            "Implementation-Build" to commit)
    }
}

fun protocPlatform(): String {
    val name = System.getProperty("os.name")
    val os = if (name.startsWith("Mac")) "osx" else if (name.startsWith("Windows")) "windows" else "linux"
    val arch = if (System.getProperty("os.arch") == "aarch64") "aarch_64" else "x86_64"
    return "$os-$arch"
}

// ---- The distribution, and running from it

/** Runs the program as a user does: by the start script of the distribution. */
abstract class RunProgram : DefaultTask() {
    @get:Internal
    abstract val home: DirectoryProperty

    @get:Input
    abstract val leading: ListProperty<String>

    @get:Input
    @get:Optional
    @get:Option(option = "args", description = "Arguments of the program, as one quoted text.")
    abstract val arguments: Property<String>

    @get:Inject
    abstract val processes: ExecOperations

    @TaskAction
    fun run() {
        val words = Regex("\"([^\"]*)\"|'([^']*)'|(\\S+)").findAll(arguments.getOrElse(""))
            .map { it.groupValues.drop(1).joinToString("") }
        val script = home.get().file("bin/gazeshift").asFile.path
        val result = processes.exec {
            commandLine(listOf(script) + leading.get() + words)
            standardInput = System.`in`
            isIgnoreExitValue = true
        }
        if (result.exitValue != 0) throw GradleException("gazeshift ended with exit code ${result.exitValue}")
    }
}

project(":daemon") {
    apply(plugin = "distribution")

    extensions.configure<DistributionContainer> {
        named("main") {
            distributionBaseName.set("gazeshift")
            contents {
                from("src/dist")
                from(rootProject.files("README.md", "CHANGELOG.md", "LICENSE"))
                for (folder in listOf("alerts", "grafana")) into(folder) { from(rootProject.file(folder)) }
                into("lib") {
                    from(tasks.named("jar"))
                    from(configurations.named("runtimeClasspath"))
                }
            }
        }
    }

    tasks.named<Tar>("distTar") {
        compression = Compression.GZIP
        archiveExtension.set("tar.gz")
    }
    tasks.named("distZip") { enabled = false }

    val installed = tasks.named<Sync>("installDist")
    val installedHome = layout.buildDirectory.dir("install/gazeshift")
    fun registerProgram(name: String, about: String, vararg leading: String) = tasks.register<RunProgram>(name) {
        description = about
        group = "application"
        dependsOn(installed)
        home.set(installedHome)
        this.leading.set(leading.toList())
    }
    registerProgram("run", "Runs gazeshift: --args=\"doctor\".")
    registerProgram("demo", "Runs the whole path on this machine: --args=\"--duration 30s\".", "demo")
    registerProgram("bench", "Runs the benchmarks.", "bench")

    tasks.withType<Test>().matching { it.name == "integrationTest" }.configureEach {
        dependsOn(installed)
        systemProperty("gazeshift.distribution", installedHome.get().asFile.path)
    }
}

// ---- Trials: the distribution, broken on purpose

project(":trials") {
    val distribution = project(":daemon").layout.buildDirectory.dir("install/gazeshift")
    val sourceSets = extensions.getByType<SourceSetContainer>()

    tasks.withType<Test>().matching { it.name == "integrationTest" }.configureEach {
        dependsOn(":daemon:installDist")
        systemProperty("gazeshift.distribution", distribution.get().asFile.path)
    }
    tasks.register<JavaExec>("trials") {
        description = "Runs all trials and writes docs/trials.md: --args=\"--only crash --rounds 10\"."
        group = "verification"
        dependsOn(":daemon:installDist")
        classpath = sourceSets["main"].runtimeClasspath
        mainClass.set("io.gazeshift.trials.Trials")
        workingDir = rootDir
        systemProperty("gazeshift.distribution", distribution.get().asFile.path)
    }
}

// ---- What is in the distribution

/** The POMs are the list of libraries. */
fun registerMaven(name: String, about: String, goal: String) = tasks.register<Exec>(name) {
    description = about
    group = "documentation"
    commandLine(
        listOf("mvn", "--batch-mode", "-P$name", goal) + listOfNotNull("-Pcuda".takeIf { project.hasProperty("cuda") }))
}
registerMaven("sbom", "Writes target/bom.json and bom.xml (CycloneDX), through Maven.", "cyclonedx:makeAggregateBom")
registerMaven(
    "audit", "Fails where a library has a known hole of 7 or more (OWASP), through Maven.", "dependency-check:aggregate")
