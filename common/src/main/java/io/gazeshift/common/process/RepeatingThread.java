package io.gazeshift.common.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that repeats a task with pauses until it is closed. An exception of the task is
 * logged, and the next turn comes; an error ends the thread and reaches the handler of uncaught
 * exceptions, where the future of a scheduled executor would keep it to itself.
 */
public final class RepeatingThread implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RepeatingThread.class);

  /** How long a turn may take to end after it is interrupted. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final String name;
  private final Duration pause;
  private final Runnable task;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  private RepeatingThread(String name, Duration pause, Runnable task) {
    this.name = name;
    this.pause = pause;
    this.task = task;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /**
   * Starts it; the first turn comes after a pause.
   *
   * @param name of the thread, and in what is logged
   */
  public static RepeatingThread start(String name, Duration pause, Runnable task) {
    RepeatingThread repeating = new RepeatingThread(name, pause, task);
    repeating.thread.start();
    return repeating;
  }

  private void run() {
    try {
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        turn();
      }
    } catch (InterruptedException e) {
      log.debug("{} was interrupted", name);
    }
  }

  private void turn() {
    try {
      task.run();
    } catch (RuntimeException e) {
      log.warn("{}: a turn failed; the next one comes in {} ms", name, pause.toMillis(), e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    try {
      thread.join(GRACE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
