package io.gazeshift.ingest.source;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only when it is moved or slept on. */
public final class ManualClock implements CaptureClock {

  public static final long START_MICROS = 1_700_000_000_000_000L;

  private final AtomicLong nanos = new AtomicLong();

  @Override
  public long epochMicros() {
    return START_MICROS + nanos.get() / 1000;
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public void sleepNanos(long duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    nanos.addAndGet(duration);
  }

  /** Lets time pass without anybody sleeping. */
  public void advanceMillis(long millis) {
    nanos.addAndGet(millis * 1_000_000);
  }
}
