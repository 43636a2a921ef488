package io.gazeshift.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The front without a Gradle: the script compiles, its targets exist, the wrapper is the published
 * one.
 */
class GradleFrontTest {
  /** What every build script of Gradle may name without an import; the packages that ours uses. */
  private static final List<String> DEFAULT_IMPORTS =
      List.of(
          "org.gradle.api.*",
          "org.gradle.api.file.*",
          "org.gradle.api.logging.*",
          "org.gradle.api.logging.configuration.*",
          "org.gradle.api.provider.*",
          "org.gradle.api.tasks.*",
          "java.io.File");

  @TempDir private Path folder;

  @Test
  void theBuildScriptCompilesAgainstGradlesApi() throws Exception {
    Compilation result = compile(script());

    assertThat(result.exitCode()).as(result.messages()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aNameThatGradleDoesNotHaveIsFound() throws Exception {
    Compilation result = compile(script() + "\nproject.extensionz.toString()\n");

    assertThat(result.exitCode()).isEqualTo(ExitCode.COMPILATION_ERROR);
    assertThat(result.messages()).contains("extensionz");
  }

  @Test
  void everyDescribedTargetIsOneThatTheScriptRuns() throws IOException {
    String targets = Files.readString(Command.PROJECT.resolve("gradle/targets.sh"));
    String cases = targets.substring(targets.lastIndexOf("case $target in"));

    assertThat(names(targets, "(?m)^#: (\\S+) "))
        .isNotEmpty()
        .isEqualTo(names(cases, "(?m)^ +(\\w+)\\) "));
  }

  @Test
  void theWrapperIsThePublishedOneOfThePinnedGradle() throws Exception {
    Path wrapper = Command.PROJECT.resolve("gradle/wrapper");
    String properties = Files.readString(wrapper.resolve("gradle-wrapper.properties"));
    byte[] jar = Files.readAllBytes(wrapper.resolve("gradle-wrapper.jar"));

    // Both as published for this version; change them together.
    assertThat(properties)
        .contains("gradle-8.14.3-bin.zip")
        .contains(
            "distributionSha256Sum=bd71102213493060956ec229d946beee57158dbd89d0e62b91bca0fa2c5f3531");
    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(jar)))
        .isEqualTo("7d3a4ac4de1c32b59bc6a4eb8ecb8e612ccd0cf1ae1e99f66902da64df296172");
  }

  private static List<String> names(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .sorted()
        .toList();
  }

  private static String script() throws IOException {
    return Files.readString(Command.PROJECT.resolve("build.gradle.kts"));
  }

  private record Compilation(ExitCode exitCode, String messages) {}

  /**
   * Compiles the script as the body of a function of the project, which is what it is to Gradle.
   */
  private Compilation compile(String script) throws IOException {
    List<String> lines = script.lines().toList();
    String imports =
        DEFAULT_IMPORTS.stream().map(name -> "import " + name + "\n").collect(Collectors.joining())
            + lines.stream()
                .filter(line -> line.startsWith("import "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    String body =
        lines.stream()
            .filter(line -> !line.startsWith("import "))
            .collect(Collectors.joining("\n"));
    Path source =
        Files.writeString(
            folder.resolve("Build.kt"), imports + "fun Project.build() {\n" + body + "\n}\n");

    String plugin =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jar -> jar.contains("kotlin-sam-with-receiver"))
            .findFirst()
            .orElseThrow();
    String[] arguments = {
      source.toString(),
      "-d",
      folder.resolve("classes").toString(),
      "-classpath",
      Path.of("target/gradle-api.jar") + File.pathSeparator + stdlib(),
      "-no-stdlib",
      "-no-reflect",
      "-jvm-target",
      "17",
      "-Xplugin=" + plugin,
      "-P",
      "plugin:org.jetbrains.kotlin.samWithReceiver:annotation=org.gradle.api.HasImplicitReceiver",
    };
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    ExitCode exitCode;
    try (PrintStream stream = new PrintStream(messages, false, StandardCharsets.UTF_8)) {
      exitCode = new K2JVMCompiler().exec(stream, arguments);
    }
    return new Compilation(exitCode, messages.toString(StandardCharsets.UTF_8));
  }

  private static String stdlib() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            jar ->
                Path.of(jar)
                    .getFileName()
                    .toString()
                    .matches("kotlin-stdlib-[0-9.]+\\.jar|javax\\.inject.*"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
