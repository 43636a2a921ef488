package io.gazeshift.ingest.preview;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The newest picture of one camera. Showing one never waits for who looks at it: a slow watcher
 * misses pictures. Thread-safe.
 */
final class LatestPicture {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition shown = lock.newCondition();
  // The three below are guarded by the lock.
  private byte[] jpeg;
  private long count;
  private int watchers;

  boolean isWatched() {
    lock.lock();
    try {
      return watchers > 0;
    } finally {
      lock.unlock();
    }
  }

  /** The array belongs to the watchers from now on. */
  void show(byte[] newest) {
    lock.lock();
    try {
      jpeg = newest;
      count++;
      shown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  Watch watch() {
    lock.lock();
    try {
      watchers++;
      // What was drawn for somebody else long ago is not what the camera sees.
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
