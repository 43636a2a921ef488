package io.gazeshift.ingest.source;

import io.gazeshift.common.process.NativeThread;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A camera that does not wait for its reader. Its own thread reads every frame, so that {@link
 * #read} always returns the freshest; skipped frames are gaps in the frame numbers. A camera that
 * delivers nothing for too long counts as failed, whatever its driver reports. That thread opens,
 * uses and closes everything native, so a hanging driver affects only this source.
 */
public final class LiveSource implements FrameSource {

  private static final Logger log = LoggerFactory.getLogger(LiveSource.class);

  /** A stream begins at its next key frame, and networks and lenses take their time to wake. */
  private static final int PATIENCE_WHEN_OPENING = 3;

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final String name;
  private final SourceOpener camera;
  private final Duration stallTimeout;
  private final Thread thread;
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by the lock.
  private CameraIntrinsics intrinsics;
  private CameraFrame freshest;
  private boolean isFresh;
  private Exception failure;

  private LiveSource(String name, SourceOpener camera, Duration stallTimeout) {
    this.name = name;
    this.camera = camera;
    this.stallTimeout = stallTimeout;
    this.thread = new NativeThread(this::run, "live-" + name);
    // A driver may never return; the process must end all the same.
    thread.setDaemon(true);
  }

  /** Opens the camera on a thread of its own and waits until it is open or has failed. */
  public static LiveSource open(String name, SourceOpener camera, Duration stallTimeout)
      throws IOException, InterruptedException {
    LiveSource source = new LiveSource(name, camera, stallTimeout);
    source.thread.start();
    try {
      source.awaitOpen();
      return source;
    } catch (IOException | InterruptedException | RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private void awaitOpen() throws IOException, InterruptedException {
    lock.lock();
    try {
      Duration patience = stallTimeout.multipliedBy(PATIENCE_WHEN_OPENING);
      if (!awaitChange(patience, () -> intrinsics != null)) {
        throw new IOException("no answer within %d ms".formatted(patience.toMillis()));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public CameraIntrinsics intrinsics() {
    lock.lock();
    try {
      return intrinsics;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean read(CameraFrame into) throws IOException, InterruptedException {
    lock.lock();
    try {
      if (!awaitChange(stallTimeout, () -> isFresh)) {
        throw new IOException("no frame for %d ms".formatted(stallTimeout.toMillis()));
      }
      into.exchange(freshest);
      isFresh = false;
      return true;
    } finally {
      lock.unlock();
    }
  }

  private interface Fact {
    boolean holds();
  }

  /** Whether it came to hold in time. A failure is thrown once there is nothing left to have. */
  private boolean awaitChange(Duration timeout, Fact fact)
      throws IOException, InterruptedException {
    long leftNanos = timeout.toNanos();
    while (!fact.holds()) {
      if (failure instanceof IOException e) {
        throw e;
      }
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (leftNanos <= 0) {
        return false;
      }
      leftNanos = changed.awaitNanos(leftNanos);
    }
    return true;
  }

  private void run() {
    try (FrameSource source = camera.open();
        CameraFrame spare = CameraFrame.of(source.intrinsics());
        CameraFrame shown = CameraFrame.of(source.intrinsics())) {
      opened(source.intrinsics(), shown);
      try {
        while (source.read(spare)) {
          show(spare);
        }
      } finally {
        // It is about to be freed.
        update(() -> isFresh = false);
      }
      throw new IOException("the stream ended");
    } catch (InterruptedException e) {
      log.debug("{}: stopped", name);
    } catch (IOException | RuntimeException e) {
      update(() -> failure = e);
    }
  }

  private void opened(CameraIntrinsics found, CameraFrame shown) {
    update(
        () -> {
          intrinsics = found;
          freshest = shown;
        });
  }

  private void show(CameraFrame frame) {
    update(
        () -> {
          freshest.exchange(frame);
          isFresh = true;
        });
  }

  private void update(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
      if (thread.isAlive()) {
        log.warn("{}: the camera did not stop in time; abandoning its thread", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
