package io.gazeshift.gradle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command and what came of it. */
record Command(int exitCode, String out, String err) {
  /** The root of the project; tests run in the folder of their module. */
  static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();

  private static final long LIMIT_MINUTES = 15;

  /**
   * Runs a command in a folder to its end. An empty value removes that variable from its
   * environment.
   */
  static Command run(Path folder, Map<String, String> environment, List<String> words)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("command", ".out");
    Path err = Files.createTempFile("command", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
      environment.forEach(
          (name, value) -> {
            if (value.isEmpty()) {
              builder.environment().remove(name);
            } else {
              builder.environment().put(name, value);
            }
          });
      Process process =
          builder
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IllegalStateException(
            words + " did not end within " + LIMIT_MINUTES + " minutes:\n" + Files.readString(err));
      }
      return new Command(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }
}
