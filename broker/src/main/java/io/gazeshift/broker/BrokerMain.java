package io.gazeshift.broker;

import io.gazeshift.common.process.Signals;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The child process: runs one node until its standard input ends or it gets SIGTERM.
 *
 * <p>It says {@code READY host:port} or {@code FAILED reason} on standard output, once. Its
 * standard input is a lifeline: the system closes it however the parent ends, even by {@code kill
 * -9}.
 */
public final class BrokerMain {

  static final String READY = "READY ";
  static final String FAILED = "FAILED ";

  private static final int EXIT_FAILED = 1;

  private final NodeOptions options;
  private final PrintStream parent;
  private final AtomicReference<KraftNode> node = new AtomicReference<>();

  private BrokerMain(NodeOptions options, PrintStream parent) {
    this.options = options;
    this.parent = parent;
  }

  public static void main(String[] args) {
    PrintStream parent = System.out;
    System.setOut(System.err); // whatever a library prints is not for the parent
    new BrokerMain(NodeOptions.parse(args), parent).run();
  }

  private void run() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "broker-stop"));
    startDaemon("broker-lifeline", () -> exitAtEndOf(System.in));
    try {
      // These reach the whole process group, but the parent drains first; its end is ours.
      Signals.ignore("INT");
      Signals.ignore("HUP");
      Signals.ignore("TERM");
      KraftNode started = KraftNode.start(options, this::fail);
      node.set(started);
      say(READY + options.bootstrap());
      started.await();
    } catch (Throwable e) {
      e.printStackTrace();
      fail(rootMessage(e));
    }
  }

  private void stop() {
    startDaemon("broker-stop-limit", this::haltLater);
    KraftNode running = node.get();
    if (running != null) {
      running.close();
    }
  }

  private static void exitAtEndOf(InputStream lifeline) {
    try {
      while (lifeline.read() >= 0) {}
    } catch (IOException e) {
      // Broken is as good as ended.
    }
    System.exit(0);
  }

  /** If the parent is gone, a child that hangs while stopping must end itself. */
  private void haltLater() {
    try {
      TimeUnit.MILLISECONDS.sleep(options.stopMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(EXIT_FAILED);
  }

  /** No orderly stop: a node that failed half-way may hang in it, and its log can take a crash. */
  private void fail(String reason) {
    say(
        FAILED
            + (reason == null
                ? "Kafka stopped with an error"
                : reason.replaceAll("\\s+", " ").strip()));
    Runtime.getRuntime().halt(EXIT_FAILED);
  }

  private synchronized void say(String line) {
    parent.println(line);
    parent.flush();
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  private static void startDaemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
