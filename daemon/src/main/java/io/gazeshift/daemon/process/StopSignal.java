package io.gazeshift.daemon.process;

import io.gazeshift.common.cli.ExitCode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into an orderly end: the first signal asks the program to stop, and the
 * JVM stays until the program says that it has, or the grace period is over.
 */
public final class StopSignal implements AutoCloseable {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile int exitCode = ExitCode.DONE;
  private final Thread hook;

  public StopSignal(Duration grace) {
    hook =
        new Thread(
            () -> {
              asked.countDown();
              try {
                boolean inTime = stopped.await(grace.toMillis(), TimeUnit.MILLISECONDS);
                // Java would answer 130 or 143; to stop when asked is not to fail.
                Runtime.getRuntime().halt(inTime ? exitCode : ExitCode.FAILED);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "stop-signal");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether somebody asked the program to stop. */
  public boolean isAsked() {
    return asked.getCount() == 0;
  }

  /** Asks from within: a duration is over, a role has failed. */
  public void ask() {
    asked.countDown();
  }

  /**
   * What the process answers when it was asked to stop and has: {@link ExitCode#DONE} if not told.
   */
  public int exitWith(int code) {
    exitCode = code;
    return code;
  }

  /** Waits until asked, at most so long; answers whether asked. */
  public boolean await(Duration timeout) {
    try {
      return asked.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** The program has stopped: lets the JVM go. */
  @Override
  public void close() {
    stopped.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is on its way out: the hook has done its work.
      return;
    }
  }
}
