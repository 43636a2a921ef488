package io.gazeshift.inference.pipeline;

import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.FaceFrame;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Decides which faces are too old to predict; without a limit, none are. */
record FaceAgeLimit(Optional<Duration> maxAge, InstantSource clock) {

  /**
   * One pass of the backbone may take this part of the limit: a longer one would make all that wait
   * too old, and keep out whole cameras.
   */
  private static final int PASSES = 4;

  boolean isLimited() {
    return maxAge.isPresent();
  }

  boolean isTooOld(FaceFrame face) {
    return isTooOldIn(face, 0);
  }

  /** Whether it will be too old after so long, if it is not by now. */
  boolean isTooOldIn(FaceFrame face, long micros) {
    return maxAge.isPresent() && ageMicros(face) + micros > micros(maxAge.get());
  }

  /** How long one pass may take; without a limit, any time. */
  long longestPassMicros() {
    return maxAge.map(limit -> micros(limit) / PASSES).orElse(Long.MAX_VALUE);
  }

  private long ageMicros(FaceFrame face) {
    return Micros.of(clock.instant()) - face.getIdentity().getCaptureMicros();
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }
}
