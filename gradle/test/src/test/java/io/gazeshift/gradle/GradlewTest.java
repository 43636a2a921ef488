package io.gazeshift.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What gradlew says of the Java and the tools it finds; these are stand-ins on a PATH of its own.
 */
class GradlewTest {
  @TempDir private Path bin;

  @BeforeEach
  void bringTheToolsThatTheScriptItselfNeeds() throws IOException {
    for (String tool :
        List.of("sh", "basename", "dirname", "sed", "head", "grep", "cat", "readlink")) {
      Path real =
          Arrays.stream(System.getenv("PATH").split(":"))
              .map(folder -> Path.of(folder, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      install(tool, "exec " + real + " \"$@\"");
    }
  }

  @Test
  void anOldJavaIsRejectedWithTheRemedy() throws Exception {
    install("java", "echo 'openjdk version \"11.0.20\" 2023-07-18' >&2");

    Command result = gradlew(Map.of(), "check");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .isEqualTo(
            "gradlew: java is older than Java 17; install a JDK of version 17 or newer, or set JAVA_HOME to one\n");
  }

  @Test
  void java8IsOldToo() throws Exception {
    install("java", "echo 'java version \"1.8.0_402\"' >&2");

    assertThat(gradlew(Map.of(), "check").err()).contains("older than Java 17");
  }

  @Test
  void withoutJavaItSaysWhatToInstall() throws Exception {
    assertThat(gradlew(Map.of(), "check").err())
        .isEqualTo(
            "gradlew: no 'java' on the PATH; install a JDK of version 17 or newer, or set JAVA_HOME\n");
  }

  @Test
  void aJavaTooNewForGradleBuildsWithMaven() throws Exception {
    install("java", "echo 'openjdk version \"25.0.3\" 2026-04-21' >&2");
    install("mvn", "echo \"mvn $*\"");

    Command result = gradlew(Map.of(), "clean");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err())
        .isEqualTo(
            "gradlew: gradle-8.14.3 does not run on Java 25 (17 to 24 do); building with Maven instead\n");
    assertThat(result.out()).isEqualTo("mvn --batch-mode clean\n");
  }

  @Test
  void aJavaTooNewForGradleWithoutMavenIsAnError() throws Exception {
    install("java", "echo 'openjdk version \"25\" 2025-09-16' >&2");

    Command result = gradlew(Map.of(), "clean");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .contains(
            "gradle-8.14.3 does not run on Java 25 (17 to 24 do), and there is no 'mvn' on the PATH");
  }

  @Test
  void gradleChosenByHandNeedsAJavaThatRunsIt() throws Exception {
    install("java", "echo 'openjdk version \"25\" 2025-09-16' >&2");

    assertThat(gradlew(Map.of("BUILD_WITH", "gradle"), "clean").err())
        .isEqualTo(
            "gradlew: gradle-8.14.3 does not run on Java 25 (17 to 24 do); set JAVA_HOME to one of these\n");
  }

  @Test
  void flagsReachMaven() throws Exception {
    install("java", "echo 'openjdk version \"17.0.15\" 2025-04-15' >&2");
    install("mvn", "echo \"mvn $*\"");

    assertThat(gradlew(Map.of("BUILD_WITH", "maven"), "clean", "sbom", "-Pcuda", "--offline").out())
        .isEqualTo(
            "mvn --batch-mode -Pcuda --offline clean\n"
                + "mvn --batch-mode -Pcuda --offline -Psbom cyclonedx:makeAggregateBom\n");
  }

  @Test
  void anotherPlatformReachesMavenIfItIsKnown() throws Exception {
    install("java", "echo 'openjdk version \"17.0.15\" 2025-04-15' >&2");
    install("mvn", "echo \"mvn $*\"");
    Map<String, String> maven = Map.of("BUILD_WITH", "maven");

    assertThat(gradlew(maven, "clean", "-Pplatform=linux-arm64").out())
        .isEqualTo("mvn --batch-mode -Dplatform=linux-arm64 clean\n");
    assertThat(gradlew(maven, "clean", "-Pplatform=linux-riscv64").err())
        .contains("unknown option '-Pplatform=linux-riscv64'", "linux-arm64 or macos-arm64");
  }

  @Test
  void anUnknownTargetIsNamedAboveTheKnownOnes() throws Exception {
    install("java", "echo 'openjdk version \"17.0.15\" 2025-04-15' >&2");

    Command result = gradlew(Map.of("BUILD_WITH", "maven"), "chekc");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("gradlew: unknown target 'chekc'\n").contains("  check ");
  }

  private void install(String tool, String script) throws IOException {
    Path file = Files.writeString(bin.resolve(tool), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Command gradlew(Map<String, String> environment, String... words) throws Exception {
    Map<String, String> all = new HashMap<>(environment);
    all.put("PATH", bin.toString());
    for (String inherited : List.of("JAVA_HOME", "BUILD_MVN", "BUILD_THROUGH")) {
      all.put(inherited, "");
    }
    all.putIfAbsent("BUILD_WITH", "");
    List<String> command =
        new ArrayList<>(List.of("sh", Command.PROJECT.resolve("gradlew").toString()));
    command.addAll(List.of(words));
    return Command.run(Command.PROJECT, all, command);
  }
}
