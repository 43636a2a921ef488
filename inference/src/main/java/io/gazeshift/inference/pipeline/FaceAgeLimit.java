package io.gazeshift.inference.pipeline;

import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.FaceFrame;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Decides which faces are too old to predict; without a limit, none are. */
record FaceAgeLimit(Optional<Duration> maxAge, InstantSource clock) {

  boolean isLimited() {
    return maxAge.isPresent();
  }

  boolean isTooOld(FaceFrame face) {
    return maxAge.isPresent() && ageMicros(face) > micros(maxAge.get());
  }

  /**
   * Whether half of the bound is over: until there is room for the face in the pipeline, and then
   * until its pass begins, it may take the other half.
   */
  boolean mayMissItsPass(FaceFrame face) {
    return maxAge.isPresent() && ageMicros(face) > micros(maxAge.get()) / 2;
  }

  /**
   * How many faces one pass of the backbone may have, so that it takes a quarter of the bound at
   * most: on a slow machine a longer one would make all that wait too old, and keep out whole
   * cameras.
   *
   * @param microsPerFace how long the last pass took for each; 0 where that is not known
   */
  int affordable(long microsPerFace) {
    if (maxAge.isEmpty() || microsPerFace <= 0) {
      return Integer.MAX_VALUE;
    }
    long count = micros(maxAge.get()) / 4 / microsPerFace;
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, count));
  }

  private long ageMicros(FaceFrame face) {
    return Micros.of(clock.instant()) - face.getIdentity().getCaptureMicros();
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }
}
