package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run of {@link BrokerMain}: from its launch until it ended. */
final class BrokerProcess {

  private static final Duration KILLED_WITHIN = Duration.ofSeconds(5);

  private static final String LOG_CONFIGURATION = "classpath:broker-log4j2.xml";

  /** Java's option for the archive of classes that the start script uses, or that is being made. */
  private static final String CLASS_SHARING = "gazeshift.class-sharing";

  private final BrokerSettings settings;
  private final Process process;
  private final CompletableFuture<String> answer = new CompletableFuture<>();

  private BrokerProcess(BrokerSettings settings, Process process) {
    this.settings = settings;
    this.process = process;
  }

  /**
   * Returns when the broker serves clients on {@code port}.
   *
   * @throws UserError where it cannot; nothing is left running then
   */
  static BrokerProcess launch(BrokerSettings settings, int port) throws InterruptedException {
    new DataDirectory(settings).prepare();
    Ports.rejectUnusable(settings.bindAddress(), port);
    int controllerPort;
    do {
      controllerPort = Ports.free("127.0.0.1", new Random());
    } while (controllerPort == port);
    BrokerProcess broker =
        new BrokerProcess(
            settings, startJvm(settings, NodeOptions.of(settings, port, controllerPort)));
    broker.readAnswers();
    boolean ready = false;
    try {
      broker.awaitReady();
      ready = true;
      return broker;
    } finally {
      if (!ready) {
        broker.kill();
      }
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it ended, however that came; answers the exit code. */
  int waitFor() throws InterruptedException {
    return process.waitFor();
  }

  /** Ends its standard input, which it takes as the wish to stop; kills it where it does not. */
  void stop() throws InterruptedException {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It is gone already, or will not hear: the wait decides.
    }
    if (!process.waitFor(settings.stopTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
    }
  }

  /** Returns when it is gone, or after a while where the system cannot end it just now. */
  void kill() {
    process
        .destroyForcibly()
        .onExit()
        .completeOnTimeout(process, KILLED_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  private static Process startJvm(BrokerSettings settings, NodeOptions options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + settings.heapMiB() + "m");
    // A broker waits for disk and network: quick to start matters more than quick at its peak.
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    // Half-dead is worse than dead: a dead one is started again.
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-XX:ErrorFile=" + settings.logDir().resolve("hs_err_pid%p.log"));
    command.add("-Djava.awt.headless=true");
    command.add("-Dlog4j2.configurationFile=" + LOG_CONFIGURATION);
    command.add("-Dgazeshift.broker.log=" + settings.logFile());
    String shared = System.getProperty(CLASS_SHARING);
    if (shared != null) {
      command.add(shared);
      command.add("-Xlog:cds=off");
    }
    command.add(BrokerMain.class.getName());
    command.addAll(options.toArgs());

    File stderr = settings.logDir().resolve("broker-stderr.log").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.appendTo(stderr));
    // Not on the command line, where it would bury everything else in a process list.
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    // Meant for the parent: an agent's port, say, cannot be taken twice.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UserError(
          "broker: cannot run %s (%s)".formatted(command.get(0), e.getMessage()), e);
    }
  }

  private void readAnswers() {
    Thread reader = new Thread(this::readLines, "broker-answers");
    reader.setDaemon(true);
    reader.start();
  }

  /** Reads to the end, past the answer: a full pipe would stop the child. */
  private void readLines() {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(BrokerMain.READY) || line.startsWith(BrokerMain.FAILED)) {
          answer.complete(line);
        }
      }
    } catch (IOException e) {
      // The end of the child, as below.
    }
    answer.complete(BrokerMain.FAILED + "it exited without an error message");
  }

  private void awaitReady() throws InterruptedException {
    Path logs = settings.logDir();
    try {
      String line = answer.get(settings.startTimeout().toMillis(), TimeUnit.MILLISECONDS);
      if (line.startsWith(BrokerMain.FAILED)) {
        throw new UserError(
            "broker: could not start (%s); its logs are in %s"
                .formatted(line.substring(BrokerMain.FAILED.length()), logs));
      }
    } catch (TimeoutException e) {
      throw new UserError(
          "broker: not ready after %d s; its logs are in %s"
              .formatted(settings.startTimeout().toSeconds(), logs),
          e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // the reader never completes it so
    }
  }
}
