package io.gazeshift.daemon.roles;

import io.gazeshift.common.UserError;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Fails if a face waits too long for its prediction: the model or its driver hangs. No call into a
 * hung driver can be ended, only its process.
 *
 * @param oldestFace how long the oldest face has waited
 */
record StallLimit(Duration limit, String device, Supplier<Duration> oldestFace)
    implements Supplier<Optional<RuntimeException>> {

  @Override
  public Optional<RuntimeException> get() {
    Duration age = oldestFace.get();
    return age.compareTo(limit) <= 0
        ? Optional.empty()
        : Optional.of(
            new UserError(
                ("inference hangs: a face has waited %d s for its prediction on %s; check the"
                        + " device and its driver, or raise infer.stall-timeout")
                    .formatted(age.toSeconds(), device)));
  }
}
