package io.gazeshift.inference.edge;

import io.gazeshift.protocol.v1.FaceFrame;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Faces on their way from the cameras to the predictor. Each camera has its own bounded lane; when
 * it is full, its oldest face is dropped. Thread-safe.
 */
final class FaceQueue {

  private final int room;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // The three below are guarded by the lock.
  private final List<Lane> lanes = new ArrayList<>();
  private int waiting;
  private boolean closed;

  FaceQueue(int room) {
    this.room = room;
  }

  /** A new lane; dropping a face is told on the thread that offers another. */
  Lane lane(Runnable dropped) {
    lock.lock();
    try {
      Lane lane = new Lane(dropped);
      lanes.add(lane);
      return lane;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a face, gives others the delay to share its batch, and takes what there is, by turns
   * from every camera and in order from each. Empty when closed.
   */
  List<FaceFrame> take(int most, Duration delay) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (waiting == 0 && !closed) {
        changed.await();
      }
      long left = delay.toNanos();
      while (waiting < most && left > 0 && !closed) {
        left = changed.awaitNanos(left);
      }
      List<FaceFrame> batch = new ArrayList<>();
      while (waiting > 0 && batch.size() < most && !closed) {
        for (Lane lane : lanes) {
          if (!lane.faces.isEmpty() && batch.size() < most) {
            batch.add(lane.faces.removeFirst());
            waiting--;
          }
        }
        // Who was last is first next time.
        lanes.add(lanes.remove(0));
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The faces of one camera that wait. */
  final class Lane {

    private final Deque<FaceFrame> faces = new ArrayDeque<>();
    private final Runnable dropped;

    private Lane(Runnable dropped) {
      this.dropped = dropped;
    }

    /** Never waits. */
    void offer(FaceFrame face) {
      lock.lock();
      try {
        if (closed) {
          dropped.run();
          return;
        }
        if (faces.size() == room) {
          faces.removeFirst();
          waiting--;
          dropped.run();
        }
        faces.addLast(face);
        waiting++;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
