package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Programs of others that check our files, where they are installed. */
final class Tools {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  static final Path CHECKS = ROOT.resolve("k8s/test");
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private Tools() {}

  /** Skips the test where this does not run or fails. */
  static void require(String reason, String... command) throws Exception {
    int code;
    try {
      code = start(Path.of("."), Files.createTempFile("tool", ".txt"), command).waitFor();
    } catch (IOException e) {
      code = -1;
    }
    Assumptions.assumeTrue(code == 0, reason);
  }

  /** The checks of k8s/test with what they need, or a skipped test where it cannot be had. */
  static void requireChecks() throws Exception {
    require("no npm here", "npm", "--version");
    if (!Files.exists(CHECKS.resolve("node_modules/.package-lock.json"))) {
      Path output = Files.createTempFile("npm", ".txt");
      Process npm =
          start(CHECKS, output, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
      boolean done = npm.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) && npm.exitValue() == 0;
      npm.destroyForcibly();
      Assumptions.assumeTrue(done, "npm cannot fetch the checkers: " + Files.readString(output));
    }
  }

  /** Runs it in a directory; fails with what it printed unless it is content. */
  static String run(Path directory, String... command) throws Exception {
    Path output = Files.createTempFile("tool", ".txt");
    Process process = start(directory, output, command);
    boolean done = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(output);
    Files.delete(output);
    assertThat(done && process.exitValue() == 0)
        .withFailMessage("%s:%n%s", List.of(command), said)
        .isTrue();
    return said;
  }

  static Process start(Path directory, Path output, String... command) throws IOException {
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
