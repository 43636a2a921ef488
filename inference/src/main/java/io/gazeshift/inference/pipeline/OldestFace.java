package io.gazeshift.inference.pipeline;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The face that has waited longest for its prediction in this process. Waiting for Kafka does not
 * count, so its age shows one thing only: a backbone, or a decoder, that does not come back.
 * Thread-safe.
 */
final class OldestFace {

  private final LongSupplier nanoTime;
  private volatile @Nullable Long sinceNanos;

  OldestFace() {
    this(System::nanoTime);
  }

  OldestFace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** It came at this time. */
  void cameAt(long nanos) {
    sinceNanos = nanos;
  }

  /** No face waits. */
  void none() {
    sinceNanos = null;
  }

  /** How long it has waited; zero if none waits. */
  Duration age() {
    Long since = sinceNanos;
    return since == null
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - since));
  }
}
