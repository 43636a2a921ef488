package io.gazeshift.daemon.infer;

import io.gazeshift.protocol.v1.FaceFrame;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Which faces are too old to be worth a prediction; none are unless somebody gave a bound. */
record Freshness(Optional<Duration> maxAge, InstantSource clock) {

  boolean isTooOld(FaceFrame face) {
    return maxAge.isPresent() && ageMicros(face) > maxAge.get().toNanos() / 1000;
  }

  private long ageMicros(FaceFrame face) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant())
        - face.getIdentity().getCaptureMicros();
  }
}
