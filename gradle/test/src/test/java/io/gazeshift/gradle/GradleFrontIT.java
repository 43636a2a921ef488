package io.gazeshift.gradle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The front in a real Gradle, on a copy of the project, because this test is part of a build of the
 * project itself.
 */
class GradleFrontIT {
  private static final Set<String> NOT_SOURCES =
      Set.of(".git", ".gradle", "build", "target", "node_modules", ".idea");

  @TempDir private static Path copy;
  private static Path gradle;

  @BeforeAll
  static void copyTheProject() throws IOException {
    Optional<Path> found = installedGradle();
    assumeTrue(
        found.isPresent(),
        "no Gradle here: set GRADLE_HOME, or let gradlew unpack the pinned one, to test build.gradle.kts in it");
    gradle = found.get();
    Files.walkFileTree(
        Command.PROJECT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (NOT_SOURCES.contains(folder.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(copy.resolve(Command.PROJECT.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, copy.resolve(Command.PROJECT.relativize(file)));
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Test
  void theScriptCompilesAndOffersEveryTarget() throws Exception {
    Command tasks = gradle("tasks");

    assertThat(tasks.exitCode()).as(tasks.err()).isZero();
    assertThat(tasks.out()).contains("check - ", "demo - ", "libraries - ", "sbom - ", "trials - ");
    assertThat(gradle("help").exitCode()).isZero();
  }

  @Test
  void theLibrariesAreTheSameAsThroughMaven() throws Exception {
    for (List<String> options : List.of(List.<String>of(), List.of("-Pcuda"), List.of("-Pedge"))) {
      List<String> throughGradle = libraries(gradle(with(options, "--quiet", "libraries")));
      List<String> throughMaven = libraries(maven(with(options, "--quiet", "libraries")));

      assertThat(throughGradle).isEqualTo(throughMaven).hasSizeGreaterThan(50);
      assertThat(
              throughGradle.stream()
                  .filter(library -> library.startsWith("com.microsoft.onnxruntime:")))
          .as("runtimes of ONNX with %s", options)
          .hasSize(1)
          .allMatch(library -> library.contains("onnxruntime_gpu") == options.contains("-Pcuda"));
      assertThat(throughGradle.stream().anyMatch(library -> library.startsWith("ai.djl.pytorch:")))
          .as("PyTorch with %s", options)
          .isEqualTo(!options.contains("-Pedge"));
    }
  }

  @Test
  void theTestsOfOneModuleRun() throws Exception {
    Command tests = gradle("test", "--module=protocol");

    assertThat(tests.exitCode()).as(tests.err() + tests.out()).isZero();
    assertThat(tests.out())
        .containsPattern("Tests run: [1-9]\\d*, Failures: 0, Errors: 0, Skipped: 0");
  }

  @Test
  void whatMavenRejectsFailsTheBuildOfGradle() throws Exception {
    Command tests = gradle("test", "--module=no-such-module");

    assertThat(tests.exitCode()).isNotZero();
    assertThat(tests.err()).contains("no module 'no-such-module'");
  }

  private static List<String> libraries(Command command) {
    assertThat(command.exitCode()).as(command.err()).isZero();
    return command.out().lines().filter(line -> line.contains(":jar:")).toList();
  }

  private static String[] with(List<String> options, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(options);
    return all.toArray(String[]::new);
  }

  private static Command gradle(String... words) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(gradle.toString(), "--no-daemon", "--console=plain"));
    command.addAll(List.of(words));
    return Command.run(copy, Map.of("JAVA_HOME", System.getProperty("java.home")), command);
  }

  private static Command maven(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "gradlew"));
    command.addAll(List.of(words));
    return Command.run(copy, Map.of("BUILD_WITH", "maven"), command);
  }

  /** GRADLE_HOME's, or else the newest that a wrapper has unpacked. */
  private static Optional<Path> installedGradle() throws IOException {
    List<Path> candidates = new ArrayList<>();
    if (System.getenv("GRADLE_HOME") != null) {
      candidates.add(Path.of(System.getenv("GRADLE_HOME"), "bin/gradle"));
    }
    String userHome = System.getenv("GRADLE_USER_HOME");
    Path unpacked =
        (userHome == null ? Path.of(System.getProperty("user.home"), ".gradle") : Path.of(userHome))
            .resolve("wrapper/dists");
    if (Files.isDirectory(unpacked)) {
      try (Stream<Path> files =
          Files.find(unpacked, 5, (path, at) -> path.endsWith("bin/gradle"))) {
        files.sorted(Comparator.reverseOrder()).forEach(candidates::add);
      }
    }
    return candidates.stream().filter(Files::isExecutable).findFirst();
  }
}
