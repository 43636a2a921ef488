package io.gazeshift.daemon.process;

import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.process.NativeThread;
import io.gazeshift.common.process.Signals;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns Ctrl-C and SIGTERM into an orderly stop: the first signal requests it, and the thread that
 * waits for the request closes what it has opened and ends the process. Further signals change
 * nothing. If that takes longer than the grace period, the process ends with {@link
 * ExitCode#FAILED}.
 */
public final class StopSignal implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(StopSignal.class);

  private final Duration grace;
  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicBoolean signalled = new AtomicBoolean();
  private final List<Runnable> restore;

  public StopSignal(Duration grace) {
    this.grace = grace;
    this.restore =
        ProcessExit.SIGNALS.stream().map(name -> Signals.handle(name, this::signalled)).toList();
  }

  /** Runs on the signal's own thread, which stays to watch over the stop. */
  void signalled(String name, int number) {
    if (!signalled.compareAndSet(false, true)) {
      return;
    }
    log.info("SIG{}: stopping", name);
    requested.countDown();
    try {
      if (!stopped.await(grace.toMillis(), TimeUnit.MILLISECONDS)) {
        log.error(
            "not stopped after {} s; ending with exit code {}, threads in native code: {}",
            grace.toSeconds(),
            ExitCode.FAILED,
            NativeThread.alive());
        ProcessExit.halt(ExitCode.FAILED);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a stop was requested. */
  public boolean isRequested() {
    return requested.getCount() == 0;
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

  /** Everything is closed. A signal that comes now no longer matters if there was one before. */
  @Override
  public void close() {
    stopped.countDown();
    if (!signalled.get()) {
      restore.forEach(Runnable::run);
    }
  }
}
