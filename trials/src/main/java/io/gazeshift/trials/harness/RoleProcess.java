package io.gazeshift.trials.harness;

import io.gazeshift.testing.ProgramProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * One role in a process of its own, which can be killed, stopped, frozen and started again, always
 * in the same directory. For one thread.
 */
public final class RoleProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final int MAX_REVIVALS = 5;
  private static final Pattern KAFKA = Pattern.compile("Kafka at (\\S+);");
  private static final Pattern PREVIEW = Pattern.compile("a preview at (http://\\S+)");
  private static final Pattern METRICS = Pattern.compile("metrics at (http://\\S+?)metrics");

  /** Variable of the options for Java: none, as a user starts it. */
  private static final String JAVA_OPTIONS = "GAZESHIFT_OPTS";

  private static final String SMALL_HEAP_OPTIONS = "-Xmx512m";

  /** For trials that judge memory: a heap so small that growth shows. */
  public static final Map<String, String> SMALL_HEAP = Map.of(JAVA_OPTIONS, SMALL_HEAP_OPTIONS);

  private final Path home;
  private final Map<String, String> environment;
  private final String[] words;
  private final List<ProgramProcess> past = new ArrayList<>();
  private ProgramProcess program;
  private int revived;

  /** Not started. */
  RoleProcess(Path home, Map<String, String> environment, List<String> words) {
    this.home = home;
    this.environment = environment;
    this.words = words.toArray(String[]::new);
  }

  /** Launches it, and waits until it is up. */
  public RoleProcess start() {
    launch();
    awaitUp();
    return this;
  }

  /** Returns when it says that it runs; one that found no broker is started again a few times. */
  public void awaitUp() {
    Awaitility.await("%s is up".formatted(String.join(" ", words)))
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              if (!program.isAlive() && (revived >= MAX_REVIVALS || !foundNoBroker())) {
                throw new IllegalStateException("ended at once: " + program);
              }
              revive();
              return KAFKA.matcher(program.out()).find();
            });
  }

  /** Returns at once. */
  public void launch() {
    if (program != null) {
      program.close();
      past.add(program);
    }
    Map<String, String> all = new HashMap<>(Map.of(JAVA_OPTIONS, ""));
    all.putAll(environment);
    program = ProgramProcess.start(home, all, words);
  }

  /** Starts it again if it has ended by itself, as a supervisor would. */
  public void revive() {
    if (!program.isAlive()) {
      revived++;
      launch();
    }
  }

  /** On a machine so busy that the broker takes longer to answer than a start is ready to wait. */
  private boolean foundNoBroker() {
    return program.err().contains("no broker answered");
  }

  /** How often it had ended by itself, in words; nothing where it never had. */
  public String revivals() {
    return revived == 0
        ? ""
        : "%d starts were retried because the broker did not answer".formatted(revived);
  }

  /** By SIGKILL; returns when it is gone. */
  public void kill() {
    kill(program.handle());
  }

  public static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** By a signal, as people do; answers its exit code. */
  public int stop() throws IOException, InterruptedException {
    program.interrupt();
    return program.waitFor(Duration.ofMinutes(2));
  }

  /** By a signal such as {@code TERM}; answers its exit code. */
  public int stopBy(String signal) throws IOException, InterruptedException {
    program.signal(signal);
    return program.waitFor(Duration.ofMinutes(2));
  }

  /** As {@link ProgramProcess#ignoresInterrupts}. */
  public boolean ignoresInterrupts() throws IOException {
    return program.ignoresInterrupts();
  }

  /** What this process, and none before it, has written to standard error. */
  public String errors() {
    return program.err();
  }

  /** Whether this process has not printed anything yet. */
  public boolean isSilent() {
    return program.out().isEmpty() && program.err().isEmpty();
  }

  /** Such as {@code -STOP}. */
  public void signal(String signal) throws IOException, InterruptedException {
    signal(program.handle(), signal);
  }

  public static void signal(ProcessHandle process, String signal)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
  }

  public boolean isAlive() {
    return program.isAlive();
  }

  public int exitCode() {
    return program.exitCode();
  }

  public ProcessHandle handle() {
    return program.handle();
  }

  /** The process that this one has started. */
  public ProcessHandle child() {
    return program.handle().children().findFirst().orElseThrow();
  }

  /** Whether it has started another in place of that one. */
  public boolean hasOtherChildThan(ProcessHandle former) {
    return program.handle().children().anyMatch(child -> child.pid() != former.pid());
  }

  /** Where it says Kafka is. */
  String kafka() {
    Matcher found = KAFKA.matcher(program.out());
    if (!found.find()) {
      throw new IllegalStateException("it printed no Kafka address: " + program);
    }
    return found.group(1);
  }

  /** Where it answers to HTTP. */
  public URI url() {
    return address(METRICS);
  }

  /** Where it shows what its cameras see. */
  public URI preview() {
    return address(PREVIEW);
  }

  private URI address(Pattern said) {
    Matcher found = said.matcher(program.out());
    if (!found.find()) {
      throw new IllegalStateException("it printed no address: " + program);
    }
    return URI.create(found.group(1));
  }

  public Meters meters() throws IOException, InterruptedException {
    return Meters.of(url().resolve("metrics"));
  }

  /** All that this one and those before it have written. */
  public String log() {
    List<ProgramProcess> all = new ArrayList<>(past);
    if (program != null) {
      all.add(program);
    }
    return all.stream().map(ProgramProcess::toString).collect(Collectors.joining("\n"));
  }

  /** Whether it or one before it crashed inside native code or for want of memory. */
  public boolean crashed() throws IOException {
    try (var files = Files.list(home)) {
      if (files.anyMatch(file -> file.getFileName().toString().startsWith("hs_err"))) {
        return true;
      }
    }
    return log().contains("OutOfMemoryError");
  }

  /** What was started. */
  @Override
  public String toString() {
    return String.join(" ", words);
  }

  @Override
  public void close() {
    if (program != null) {
      program.close();
    }
  }
}
