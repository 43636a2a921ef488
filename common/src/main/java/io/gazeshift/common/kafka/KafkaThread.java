package io.gazeshift.common.kafka;

import io.gazeshift.common.BackOff;
import io.gazeshift.common.ClockJumps;
import io.gazeshift.common.UserError;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Kafka work on its own thread. If Kafka fails for longer than its clients tolerate, the work
 * restarts with new clients after growing pauses; any other failure ends it, and {@link #failure}
 * says why. The caller closes it.
 *
 * <p>Kafka's clients measure time with the system clock: if it is set back by an hour, they send no
 * heartbeats, retry nothing and request no metadata for an hour. So the work also restarts when the
 * clock is set back.
 */
public final class KafkaThread implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(KafkaThread.class);
  private static final Duration LOOK_AT_CLOCK_EVERY = Duration.ofMillis(500);

  /** Smaller jumps are normal clock corrections and stop no client for long. */
  private static final Duration SET_BACK = Duration.ofSeconds(2);

  /** How long interrupted work may take to end: what hangs in a driver never does. */
  private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(10);

  private final String name;
  private final Duration grace;
  private final Work work;
  private final Runnable restarted;
  private final BackOff backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10));
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ClockJumps jumps;
  private final Thread thread;
  private final Thread clockWatch;
  private volatile Runnable wakeup = () -> {};
  private volatile boolean anew;
  private volatile @Nullable RuntimeException failure;

  /** What the thread does, until it is stopped: opens clients, uses and closes them. */
  public interface Work {

    /** Returns or throws a {@link WakeupException} when it was woken. */
    void run(Life life) throws InterruptedException;
  }

  /** What work knows of its thread. */
  public interface Life {

    boolean isStopping();

    /** What ends the work from another thread, such as a consumer's wakeup. */
    void wakeBy(Runnable wakeup);

    /** Returns when the work is to end, for work that has nothing left to do until then. */
    void awaitStop() throws InterruptedException;

    /** Kafka answers: the next pause is a short one again. */
    void goesWell();
  }

  /**
   * Not started yet.
   *
   * @param name of the thread, and in what is logged
   * @param grace how long the work may take to end before it is interrupted
   * @param restarted is told of every new beginning
   */
  public KafkaThread(String name, Duration grace, Work work, Runnable restarted) {
    this(
        name,
        grace,
        work,
        restarted,
        new ClockJumps(InstantSource.system(), System::nanoTime, Duration.ZERO));
  }

  /**
   * @param jumps tells all of them, however little
   */
  KafkaThread(String name, Duration grace, Work work, Runnable restarted, ClockJumps jumps) {
    this.name = name;
    this.grace = grace;
    this.work = work;
    this.restarted = restarted;
    this.jumps = jumps;
    this.thread = new Thread(this::run, name);
    this.clockWatch = new Thread(this::watchClock, name + "-clock");
    clockWatch.setDaemon(true);
  }

  public void start() {
    thread.start();
    clockWatch.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  private void run() {
    Life life = new ThisLife();
    try {
      while (!life.isStopping()) {
        runOnce(life);
      }
    } catch (InterruptedException e) {
      log.debug("{} was interrupted", name);
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new IllegalStateException(e);
    }
    if (failure != null) {
      log.error("{} stopped: {}", name, failure.getMessage(), failure);
    }
  }

  private void watchClock() {
    Duration back = Duration.ZERO;
    try {
      while (!stopping.await(LOOK_AT_CLOCK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        // Added up, or a clock that is set back little by little would never be noticed.
        back = back.minus(jumps.sinceLastAsked());
        if (back.isNegative()) {
          // Set ahead, or resumed from sleep: a later correction back would stop the clients, too.
          back = Duration.ZERO;
        }
        if (back.compareTo(SET_BACK) >= 0) {
          log.warn("restarting {}: the system clock was set back by {} s", name, back.toSeconds());
          back = Duration.ZERO;
          restarted.run();
          anew = true;
          wakeup.run();
        }
      }
    } catch (InterruptedException e) {
      log.debug("stopped watching the clock of {}", name);
    }
  }

  private void runOnce(Life life) throws InterruptedException {
    anew = false;
    try {
      work.run(life);
    } catch (WakeupException e) {
      log.debug("{} was woken up", name);
    } catch (ConfigException e) {
      // Trying again cannot help.
      throw new UserError("kafka.properties: " + e.getMessage(), e);
    } catch (InterruptException e) {
      throw (InterruptedException) new InterruptedException("by Kafka").initCause(e);
    } catch (KafkaException e) {
      restarted.run();
      Duration pause = backOff.next();
      log.warn("restarting {} in {} ms: {}", name, pause.toMillis(), e.getMessage());
      log.debug("stack trace of the failure", e);
      stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      wakeup = () -> {};
    }
  }

  private final class ThisLife implements Life {

    @Override
    public boolean isStopping() {
      return stopping.getCount() == 0;
    }

    @Override
    public void wakeBy(Runnable by) {
      wakeup = by;
      if (isStopping() || anew) {
        by.run();
      }
    }

    @Override
    public void awaitStop() throws InterruptedException {
      stopping.await();
    }

    @Override
    public void goesWell() {
      backOff.reset();
    }
  }

  /** Gives up on work that does not even end when it is interrupted. */
  @Override
  public void close() {
    stopping.countDown();
    wakeup.run();
    try {
      thread.join(grace.toMillis());
      // A producer that waits for a broker cannot be woken, only interrupted.
      thread.interrupt();
      thread.join(AFTER_INTERRUPT.toMillis());
      if (thread.isAlive()) {
        log.warn(
            "{} did not stop within {} s; abandoning its threads",
            name,
            grace.plus(AFTER_INTERRUPT).toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
