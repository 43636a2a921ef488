package io.gazeshift.inference.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bounded buffer that carries faces, in the order they were offered, through the stages of
 * inference: decode, predict, commit. Each face has a sequence number; a stage has reached a number
 * when it has processed every face before it. Three limits apply: the faces of one pass, where
 * passes are limited; the memory for patches, which is free again after the prediction; and the
 * number of faces that may wait for their commit. A full buffer accepts no more faces, so a slow
 * stage slows down the poll loop.
 *
 * <p>Consumers wait for work and get nothing once the buffer is closed. Any number of threads may
 * decode, one predicts, and one commits.
 */
final class PipelineBuffer {

  /** Whose patches are in memory at once: a batch with the backbone, and the next one. */
  static final int BATCHES = 2;

  private final int maxBatch;
  private final Duration maxDelay;
  private final OldestFace oldest;
  private final int patches;
  private final PolledFace[] faces;
  private final boolean[] decoded;
  private final boolean[] forBackbone;
  // Numbers of faces: added >= decoding >= predicting >= predicted >= committing >= committed.
  private long added;
  private long decoding;
  private long predicting;
  private long predicted;
  private long committing;
  private long committed;
  private int facesPerPass = Integer.MAX_VALUE;

  /** For the backbone, and not with it yet. */
  private int waiting;

  private boolean closed;

  /**
   * @param oldest is kept up to date
   */
  PipelineBuffer(int maxBatch, Duration maxDelay, OldestFace oldest) {
    this.maxBatch = maxBatch;
    this.maxDelay = maxDelay;
    this.oldest = oldest;
    this.patches = BATCHES * maxBatch;
    this.faces = new PolledFace[Math.max(64, 4 * maxBatch)];
    this.decoded = new boolean[faces.length];
    this.forBackbone = new boolean[faces.length];
  }

  /** A face to decode, and where its patch belongs. */
  record Undecoded(PolledFace face, long number, int slot) {}

  /** Faces whose patches stand one after another from a slot. */
  record Batch(List<PolledFace> faces, int firstSlot) {}

  /** Answers whether there was room. */
  synchronized boolean offer(PolledFace face) {
    boolean isForBackbone = !face.isSettled();
    if ((isForBackbone && waiting >= facesPerPass)
        || added - predicted == patches
        || added - committed == faces.length) {
      return false;
    }
    waiting += isForBackbone ? 1 : 0;
    forBackbone[place(added)] = isForBackbone;
    decoded[place(added)] = false;
    if (predicted == added) {
      // Not since it was polled: it may have waited long before it was offered.
      oldest.waitsSince(System.nanoTime());
    }
    faces[place(added++)] = face;
    notifyAll();
    return true;
  }

  /**
   * From now on a batch has no more faces for the backbone than these, and no more of them wait:
   * what waits for longer than one pass may be too old then, and another face would have been the
   * better choice. A face that is settled costs nothing, and does not count.
   */
  synchronized void limitTo(int limit) {
    facesPerPass = limit;
  }

  /** The next face to decode, or null when the buffer is closed. */
  synchronized @Nullable Undecoded takeUndecoded() throws InterruptedException {
    while (!closed && decoding == added) {
      wait();
    }
    return closed ? null : new Undecoded(faces[place(decoding)], decoding, slot(decoding++));
  }

  synchronized void decoded(long number) {
    decoded[place(number)] = true;
    notifyAll();
  }

  /**
   * The next decoded faces: a full batch, or what there is when the first has waited long enough;
   * null when the buffer is closed.
   */
  synchronized @Nullable Batch takeBatch() throws InterruptedException {
    while (!closed) {
      int count = batchSize();
      long leftNanos = count == 0 ? 0 : leftNanos();
      if (count > 0 && (isFull(count) || leftNanos <= 0)) {
        Batch batch = new Batch(range(predicting, predicting + count), slot(predicting));
        waiting -= forBackbone(count);
        predicting += count;
        return batch;
      }
      if (count == 0) {
        wait();
      } else {
        TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
      }
    }
    return null;
  }

  /** The last batch is predicted: its patches' memory is free. */
  synchronized void predicted() {
    predicted = predicting;
    if (predicted == added) {
      oldest.none();
    } else {
      // Not since it was offered: the batches before it may have taken long, but they are done.
      oldest.waitsSince(System.nanoTime());
    }
    notifyAll();
  }

  /** All faces predicted and not committed, at least one; null when the buffer is closed. */
  synchronized @Nullable List<PolledFace> takePredicted() throws InterruptedException {
    while (!closed && committing == predicted) {
      wait();
    }
    if (closed) {
      return null;
    }
    List<PolledFace> ready = range(committing, predicted);
    committing = predicted;
    return ready;
  }

  /** What was taken last is committed. */
  synchronized void committed() {
    for (long number = committed; number < committing; number++) {
      faces[place(number)] = null;
    }
    committed = committing;
    notifyAll();
  }

  /** Whether nothing is on the buffer. */
  synchronized boolean isEmpty() {
    return committed == added;
  }

  /**
   * Waits until nothing is on the buffer or it is closed; answers whether one of them came true.
   */
  synchronized boolean awaitEmpty(Duration patience) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (!closed && !isEmpty()) {
      long leftNanos = deadlineNanos - System.nanoTime();
      if (leftNanos <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
    }
    return true;
  }

  /** No station gets anything more. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** How many decoded faces are next, and may be in one batch. */
  private int batchSize() {
    int count = 0;
    int asked = 0;
    while (predicting + count < decoding
        && decoded[place(predicting + count)]
        && count < memoryLeft()) {
      asked += forBackbone[place(predicting + count)] ? 1 : 0;
      if (asked > longestPass()) {
        break;
      }
      count++;
    }
    return count;
  }

  private boolean isFull(int count) {
    return count == memoryLeft() || forBackbone(count) == longestPass();
  }

  private int longestPass() {
    return Math.min(maxBatch, facesPerPass);
  }

  /** A batch ends where the patches' memory does. */
  private int memoryLeft() {
    return patches - slot(predicting);
  }

  /** How many of so many next faces the backbone will be asked for. */
  private int forBackbone(int count) {
    int found = 0;
    for (long number = predicting; number < predicting + count; number++) {
      found += forBackbone[place(number)] ? 1 : 0;
    }
    return found;
  }

  private long leftNanos() {
    return maxDelay.toNanos() - (System.nanoTime() - faces[place(predicting)].polledNanos());
  }

  private List<PolledFace> range(long from, long to) {
    List<PolledFace> taken = new ArrayList<>((int) (to - from));
    for (long number = from; number < to; number++) {
      taken.add(faces[place(number)]);
    }
    return taken;
  }

  private int place(long number) {
    return (int) (number % faces.length);
  }

  private int slot(long number) {
    return (int) (number % patches);
  }
}
