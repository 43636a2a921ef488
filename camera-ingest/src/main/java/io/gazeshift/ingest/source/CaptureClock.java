package io.gazeshift.ingest.source;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Time as a camera needs it: to stamp, to measure and to wait. */
public interface CaptureClock {

  /** Microseconds since the Unix epoch. */
  long epochMicros();

  /** Never runs backwards; its zero means nothing. */
  long nanoTime();

  /** Lets that much time pass. */
  void sleepNanos(long nanos) throws InterruptedException;

  /** The machine's. */
  static CaptureClock system() {
    Clock clock = Clock.systemUTC();
    return new CaptureClock() {
      @Override
      public long epochMicros() {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1000;
      }

      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void sleepNanos(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
      }
    };
  }
}
