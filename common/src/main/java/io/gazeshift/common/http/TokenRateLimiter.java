package io.gazeshift.common.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Slows down guessing: after a few wrong tokens an address must wait, even with the right token.
 * Remembers the most recent addresses. Thread-safe.
 */
public final class TokenRateLimiter {

  public static final int FREE = 5;
  public static final Duration PAUSE = Duration.ofSeconds(30);

  private static final int ADDRESSES = 1000;

  /** Wrong tokens in a row, and the time of the last one. */
  private record Wrong(int count, long lastNanos) {}

  private final LongSupplier nanoTime;
  private final Map<String, Wrong> byAddress =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Wrong> eldest) {
          return size() > ADDRESSES;
        }
      };

  public TokenRateLimiter(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Whether requests of this address are rejected for now. */
  public synchronized boolean mustWait(String address) {
    Wrong wrong = byAddress.get(address);
    return wrong != null && wrong.count >= FREE && !isOver(wrong);
  }

  public synchronized void wrong(String address) {
    Wrong before = byAddress.remove(address);
    // After a pause there is one more try, not the full number again.
    int count = before == null ? 1 : Math.min(before.count + 1, FREE);
    byAddress.put(address, new Wrong(count, nanoTime.getAsLong()));
  }

  public synchronized void right(String address) {
    byAddress.remove(address);
  }

  private boolean isOver(Wrong wrong) {
    return nanoTime.getAsLong() - wrong.lastNanos > PAUSE.toNanos();
  }
}
