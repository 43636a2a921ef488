package io.gazeshift.adaptation.service;

import java.time.Duration;

/** Something that is done every so often, however the clock is set. For one thread. */
final class Pace {

  private final long everyNanos;
  private long lastNanos;

  /** Due at once. */
  Pace(Duration every) {
    this.everyNanos = every.toNanos();
    this.lastNanos = System.nanoTime() - everyNanos;
  }

  /** Whether it is time again; if so, the next time is counted from now. */
  boolean isDue() {
    long now = System.nanoTime();
    if (now - lastNanos < everyNanos) {
      return false;
    }
    lastNanos = now;
    return true;
  }

  /** As if it had just been done. */
  void restart() {
    lastNanos = System.nanoTime();
  }
}
