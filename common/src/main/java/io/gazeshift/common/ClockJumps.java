package io.gazeshift.common;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Detects that a clock was set, by comparing it with a monotonic clock. For one thread.
 *
 * <p>A suspended machine looks as if its clock had been set ahead, because the monotonic clock
 * stands still during suspend.
 */
public final class ClockJumps {

  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Duration least;
  private Instant lastTime;
  private long lastNanos;

  /**
   * From now on.
   *
   * @param nanos of a clock that only ever goes on
   * @param least what is told, in either direction; less is forgotten. With zero everything is
   *     told, and that the two clocks cannot be read in the same moment, too
   */
  public ClockJumps(InstantSource clock, LongSupplier nanos, Duration least) {
    this.clock = clock;
    this.nanos = nanos;
    this.least = least;
    this.lastTime = clock.instant();
    this.lastNanos = nanos.getAsLong();
  }

  /** By how much the clock was set; negative where it was set back, zero where it just went on. */
  public Duration sinceLastAsked() {
    Instant time = clock.instant();
    long now = nanos.getAsLong();
    Duration jump = Duration.between(lastTime, time).minusNanos(now - lastNanos);
    lastTime = time;
    lastNanos = now;
    return jump.abs().compareTo(least) < 0 ? Duration.ZERO : jump;
  }
}
