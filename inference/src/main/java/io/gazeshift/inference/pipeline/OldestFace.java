package io.gazeshift.inference.pipeline;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long the face that is next has waited for its prediction in this process. Neither waiting for
 * Kafka counts nor the batches before it, so its age shows one thing only: a backbone, or a
 * decoder, that does not come back. However slow a backbone is, the age covers one pass.
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

  /** It is next since this time. */
  void waitsSince(long nanos) {
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
