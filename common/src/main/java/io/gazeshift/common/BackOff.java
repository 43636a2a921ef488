package io.gazeshift.common;

import java.time.Duration;

/**
 * Wait times that double up to a limit. Has no clock and never sleeps: the caller waits, so tests
 * need not. Not thread-safe; use one instance for each retried operation.
 */
public final class BackOff {

  private final Duration first;
  private final Duration longest;
  private Duration next;

  public BackOff(Duration first, Duration longest) {
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          ("back-off from %s to %s: the first wait must be above 0 and not longer than"
                  + " the last")
              .formatted(first, longest));
    }
    this.first = first;
    this.longest = longest;
    this.next = first;
  }

  /** How long to wait before the next try. */
  public Duration next() {
    Duration wait = next;
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(longest) > 0 ? longest : doubled;
    return wait;
  }

  /** It worked: the next failure starts from the shortest wait again. */
  public void reset() {
    next = first;
  }
}
