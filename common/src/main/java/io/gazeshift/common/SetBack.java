package io.gazeshift.common;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Notices when the clock on the wall was set back, by a clock that nobody can set. Whoever counts
 * time by the one on the wall, as Kafka's clients do, stands still until it is again what it was.
 * For one thread.
 */
public final class SetBack {

  /** Less is how clocks are kept right all the time, and nobody stands still for long. */
  static final Duration NOTICED = Duration.ofSeconds(2);

  private final InstantSource wall;
  private final LongSupplier nanos;
  private long aheadMillis;

  /** From now on. */
  public SetBack(InstantSource wall, LongSupplier nanoTime) {
    this.wall = wall;
    this.nanos = nanoTime;
    this.aheadMillis = nowAheadMillis();
  }

  /** Of this machine. */
  public static SetBack system() {
    return new SetBack(InstantSource.system(), System::nanoTime);
  }

  /** By how much since it was asked last; zero where it was not, or was set forward. */
  public Duration sinceLastAsked() {
    long before = aheadMillis;
    long now = nowAheadMillis();
    if (now > before) {
      // Set forward, or a process that slept: whoever goes back from here stands still, too.
      aheadMillis = now;
      return Duration.ZERO;
    }
    Duration back = Duration.ofMillis(before - now);
    if (back.compareTo(NOTICED) < 0) {
      // Kept as it was, or a clock that is set back little by little would never be noticed.
      return Duration.ZERO;
    }
    aheadMillis = now;
    return back;
  }

  private long nowAheadMillis() {
    return wall.millis() - nanos.getAsLong() / 1_000_000;
  }
}
