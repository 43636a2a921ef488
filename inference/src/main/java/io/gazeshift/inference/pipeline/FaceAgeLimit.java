package io.gazeshift.inference.pipeline;

import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.FaceFrame;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Decides which faces are too old to predict; without a limit, none are. */
record FaceAgeLimit(Optional<Duration> maxAge, InstantSource clock) {

  boolean isTooOld(FaceFrame face) {
    return maxAge.isPresent() && ageMicros(face) > maxAge.get().toNanos() / 1000;
  }

  /**
   * How many faces one pass of the backbone may have, so that it takes half of the bound at most:
   * on a slow machine a longer one would make all that wait too old, and keep out whole cameras.
   *
   * @param microsPerFace how long the last pass took for each; 0 where that is not known
   */
  int affordable(long microsPerFace) {
    if (maxAge.isEmpty() || microsPerFace <= 0) {
      return Integer.MAX_VALUE;
    }
    long count = maxAge.get().toNanos() / 2000 / microsPerFace;
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, count));
  }

  private long ageMicros(FaceFrame face) {
    return Micros.of(clock.instant()) - face.getIdentity().getCaptureMicros();
  }
}
