package io.gazeshift.daemon.adapt;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Notices that a clock was set, by holding it against one that nobody can set. For one thread.
 *
 * <p>A machine that slept looks the same: the other clock stood still meanwhile.
 */
final class ClockJumps {

  private static final Duration TOLERANCE = Duration.ofMinutes(1);

  private final InstantSource clock;
  private final LongSupplier nanos;
  private Instant lastTime;
  private long lastNanos;

  /**
   * @param nanos of a clock that only ever goes on
   */
  ClockJumps(InstantSource clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.lastTime = clock.instant();
    this.lastNanos = nanos.getAsLong();
  }

  /** By how much the clock was set since the last look; zero where it went on as it should. */
  Duration look() {
    Instant time = clock.instant();
    long now = nanos.getAsLong();
    Duration jump = Duration.between(lastTime, time).minusNanos(now - lastNanos);
    lastTime = time;
    lastNanos = now;
    return jump.abs().compareTo(TOLERANCE) < 0 ? Duration.ZERO : jump;
  }
}
