package io.gazeshift.adaptation.service;

import java.time.Duration;

/** Says when a periodic task is due; changes of the wall clock do not affect it. For one thread. */
final class PeriodicTimer {

  private final long everyNanos;
  private long lastNanos;

  /** Due immediately. */
  PeriodicTimer(Duration every) {
    this.everyNanos = every.toNanos();
    this.lastNanos = System.nanoTime() - everyNanos;
  }

  /** Whether the task is due; if so, the next period starts now. */
  boolean isDue() {
    long now = System.nanoTime();
    if (now - lastNanos < everyNanos) {
      return false;
    }
    lastNanos = now;
    return true;
  }

  /** Starts a new period now. */
  void restart() {
    lastNanos = System.nanoTime();
  }
}
