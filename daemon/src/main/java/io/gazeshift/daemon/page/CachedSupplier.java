package io.gazeshift.daemon.page;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Caches a value for a time, so that many requests cost no more than one. */
final class CachedSupplier<T> implements Supplier<T> {

  private final Supplier<T> making;
  private final Duration age;
  private final LongSupplier nanoTime;
  private T made;
  private long madeNanos;

  CachedSupplier(Supplier<T> making, Duration age, LongSupplier nanoTime) {
    this.making = making;
    this.age = age;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized T get() {
    long now = nanoTime.getAsLong();
    if (made == null || now - madeNanos > age.toNanos()) {
      made = making.get();
      madeNanos = now;
    }
    return made;
  }
}
