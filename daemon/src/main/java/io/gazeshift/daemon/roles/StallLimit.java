package io.gazeshift.daemon.roles;

import io.gazeshift.common.UserError;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Fails if a face waits too long for its prediction: the model or its driver hangs. No call into a
 * hung driver can be ended, only its process. A process that was suspended finds an old face as
 * well, but predicts it as soon as it goes on; so the face must still be there a while later.
 * Thread-safe.
 */
final class StallLimit implements Supplier<Optional<RuntimeException>> {

  /** Longer than a usual pass takes. */
  static final Duration SECOND_LOOK = Duration.ofSeconds(5);

  private final Duration limit;
  private final String device;
  private final Supplier<Duration> oldestFace;
  private final LongSupplier nanoTime;
  private OptionalLong tooOldSinceNanos = OptionalLong.empty();

  /**
   * @param oldestFace how long the oldest face has waited
   */
  StallLimit(Duration limit, String device, Supplier<Duration> oldestFace, LongSupplier nanoTime) {
    this.limit = limit;
    this.device = device;
    this.oldestFace = oldestFace;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized Optional<RuntimeException> get() {
    Duration age = oldestFace.get();
    if (age.compareTo(limit) <= 0) {
      tooOldSinceNanos = OptionalLong.empty();
      return Optional.empty();
    }
    long now = nanoTime.getAsLong();
    if (tooOldSinceNanos.isEmpty()) {
      tooOldSinceNanos = OptionalLong.of(now);
    }
    return now - tooOldSinceNanos.getAsLong() < SECOND_LOOK.toNanos()
        ? Optional.empty()
        : Optional.of(
            new UserError(
                ("inference hangs: a face has waited %d s for its prediction on %s; check the"
                        + " device and its driver, or raise infer.stall-timeout")
                    .formatted(age.toSeconds(), device)));
  }
}
