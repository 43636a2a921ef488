package io.gazeshift.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The program as a user runs it: the start script of the distribution, in a process of its own. */
public final class ProgramProcess implements AutoCloseable {

  /** Unless the test gives others. For a short life: compile once, collect on one thread. */
  public static final String JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto";

  private final Process process;
  private final Path out;
  private final Path err;

  private ProgramProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it in a directory of its own; its state and configuration stay there. */
  public static ProgramProcess start(
      Path home, Map<String, String> environment, String... arguments) {
    String distribution = System.getProperty("gazeshift.distribution");
    if (distribution == null) {
      throw new IllegalStateException(
          "gazeshift.distribution is not set; run integration tests through the build");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(distribution, "bin", "gazeshift").toString());
    command.addAll(List.of(arguments));
    try {
      Path out = Files.createTempFile(home, "out", ".txt");
      Path err = Files.createTempFile(home, "err", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(home.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("GAZESHIFT_"));
      // Java would tell on standard error that it has seen it.
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      builder.environment().put("GAZESHIFT_OPTS", JAVA_OPTIONS);
      builder.environment().put("XDG_STATE_HOME", home.resolve("state").toString());
      builder.environment().put("XDG_CONFIG_HOME", home.resolve("config").toString());
      builder.environment().putAll(environment);
      return new ProgramProcess(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs it to its end. */
  public static ProgramProcess run(Path home, Map<String, String> environment, String... arguments)
      throws InterruptedException {
    ProgramProcess program = start(home, environment, arguments);
    program.waitFor(Duration.ofMinutes(2));
    return program;
  }

  /** Waits for its end; kills it and fails if it takes longer. */
  public int waitFor(Duration timeout) throws InterruptedException {
    if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after %s; %s".formatted(timeout, this));
    }
    return process.exitValue();
  }

  public int exitCode() {
    return process.exitValue();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public String out() {
    return text(out);
  }

  public String err() {
    return text(err);
  }

  /** Ctrl-C; or SIGTERM, which goes the same way, where {@link #ignoresInterrupts}. */
  public void interrupt() throws IOException, InterruptedException {
    signal(ignoresInterrupts() ? "TERM" : "INT");
  }

  /** Such as STOP, after which it does nothing until CONT. */
  public void signal(String name) throws IOException, InterruptedException {
    signal(handle(), name);
  }

  /** As {@link #signal(String)}, for a process that it has started. */
  public static void signal(ProcessHandle to, String name)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(to.pid())).start().waitFor();
  }

  /** Whether it inherited that, as what a script starts in the background does. */
  public boolean ignoresInterrupts() throws IOException {
    int sigint = 2;
    try (Stream<String> lines = Files.lines(Path.of("/proc", process.pid() + "", "status"))) {
      return lines
          .filter(line -> line.startsWith("SigIgn:"))
          .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
          .anyMatch(ignored -> (ignored >> (sigint - 1) & 1) == 1);
    }
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return "exit code %s%n--- out%n%s%n--- err%n%s"
        .formatted(process.isAlive() ? "-" : process.exitValue(), out(), err());
  }
}
