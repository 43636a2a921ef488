package io.gazeshift.daemon.process;

import io.gazeshift.common.cli.ExitCode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into an orderly stop: the first signal requests a stop, and the JVM
 * lives until the program has stopped or the grace period is over.
 */
public final class StopSignal implements AutoCloseable {

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile int exitCode = ExitCode.DONE;
  private final Thread hook;

  public StopSignal(Duration grace) {
    hook =
        new Thread(
            () -> {
              requested.countDown();
              try {
                boolean inTime = stopped.await(grace.toMillis(), TimeUnit.MILLISECONDS);
                // Java would exit with 130 or 143, but a requested stop is a success.
                Runtime.getRuntime().halt(inTime ? exitCode : ExitCode.FAILED);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "stop-signal");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether a stop was requested. */
  public boolean isRequested() {
    return requested.getCount() == 0;
  }

  /** Requests a stop from within: a duration is over, a role has failed. */
  public void request() {
    requested.countDown();
  }

  /** Sets the exit code after a requested stop; {@link ExitCode#DONE} by default. */
  public int exitWith(int code) {
    exitCode = code;
    return code;
  }

  /** Waits for a stop request, at most this long; returns whether there was one. */
  public boolean await(Duration timeout) {
    try {
      return requested.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Reports that the program has stopped, so that the JVM may exit. */
  @Override
  public void close() {
    stopped.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is already shutting down.
      return;
    }
  }
}
