package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.source.CaptureClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The newest picture of one camera. Publishing never waits for viewers: a slow viewer misses
 * pictures. Thread-safe.
 */
final class LatestPicture {

  /** How long a reader is expected to come back. */
  private static final Duration INTEREST = Duration.ofSeconds(5);

  /** What was shown longer ago is not what the camera sees. */
  private static final Duration FRESH = Duration.ofSeconds(3);

  private final CaptureClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition shown = lock.newCondition();
  // All below are guarded by the lock.
  private byte[] jpeg;
  private long count;
  private long shownNanos;
  private int watchers;
  private boolean glanced;
  private long glancedNanos;

  LatestPicture(CaptureClock clock) {
    this.clock = clock;
  }

  boolean isWatched() {
    lock.lock();
    try {
      return watchers > 0 || (glanced && isWithin(INTEREST, glancedNanos));
    } finally {
      lock.unlock();
    }
  }

  private boolean isWithin(Duration age, long sinceNanos) {
    return clock.nanoTime() - sinceNanos <= age.toNanos();
  }

  /** The array belongs to the watchers from now on. */
  void show(byte[] newest) {
    lock.lock();
    try {
      jpeg = newest;
      count++;
      shownNanos = clock.nanoTime();
      shown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The newest picture at once, if there is a fresh one, and else the next; none if there was none
   * in time. For readers that poll: only the first request waits.
   */
  Optional<byte[]> glance(Duration timeout) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      glanced = true;
      glancedNanos = clock.nanoTime();
      if (count > 0 && isWithin(FRESH, shownNanos)) {
        return Optional.of(jpeg);
      }
    } finally {
      lock.unlock();
    }
    try (Watch watch = watch()) {
      return watch.next(timeout);
    }
  }

  Watch watch() {
    lock.lock();
    try {
      watchers++;
      // A picture drawn for an earlier reader is outdated.
      return new Watch(count);
    } finally {
      lock.unlock();
    }
  }

  /** One who looks, until closed. */
  final class Watch implements AutoCloseable {

    private long seen;

    private Watch(long seen) {
      this.seen = seen;
    }

    /** The next picture, or the newest of those missed; none if there was none in time. */
    Optional<byte[]> next(Duration timeout) throws InterruptedException {
      long left = timeout.toNanos();
      lock.lockInterruptibly();
      try {
        while (count == seen) {
          if (left <= 0) {
            return Optional.empty();
          }
          left = shown.awaitNanos(left);
        }
        seen = count;
        return Optional.of(jpeg);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        watchers--;
      } finally {
        lock.unlock();
      }
    }
  }
}
