package io.gazeshift.daemon.process;

import io.gazeshift.common.process.NativeThread;
import io.gazeshift.common.process.Signals;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Ends the process without freeing native memory that a thread still uses: neither does a signal
 * run the shutdown hooks of native libraries, nor does the end of the program while a thread is
 * left inside one (docs/decisions/0024).
 */
public final class ProcessExit {

  /** What asks a process to end: Ctrl-C, a supervisor, a closed terminal. */
  static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  /** As shells tell that a signal has ended a program. */
  private static final int SIGNALLED = 128;

  private ProcessExit() {}

  /**
   * For commands that have nothing to stop in order: a signal ends them where they are. Roles
   * answer signals themselves once they have read their command line ({@link StopSignal}).
   */
  public static void atOnceOnSignals() {
    SIGNALS.forEach(name -> Signals.handle(name, (signal, number) -> halt(SIGNALLED + number)));
  }

  /** Ends the process when its work is done. */
  public static void with(int code) {
    List<String> left = NativeThread.alive();
    if (left.isEmpty()) {
      System.exit(code);
    }
    // Opened only here: logging takes half a second to start, and signals come first.
    LoggerFactory.getLogger(ProcessExit.class)
        .warn("leaving native memory as it is, because of the threads {}", left);
    halt(code);
  }

  /** Runs no shutdown hook. */
  static void halt(int code) {
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().halt(code);
  }
}
