package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.Optional;

/**
 * How far several ways to predict one face are from where it really looks, in degrees.
 *
 * @param captured when the face was
 * @param version the head in force
 * @param degrees of the head in force
 * @param sourceDegrees of the source head
 * @param shrunkDegrees of the source head pulled towards its own mean, for each factor of {@link
 *     Shrinkage}
 * @param prior of what a site's prior gives without adaptation, where there is one
 */
@SuppressWarnings("ArrayRecordComponent") // Numbers in bulk: nobody compares these by value.
record FaceScore(
    Instant captured,
    long version,
    double degrees,
    double sourceDegrees,
    double[] shrunkDegrees,
    Optional<ByPrior> prior) {

  /**
   * @param aloneDegrees of saying the prior's mean every time
   * @param offsetDegrees of the source head moved so that its mean is the prior's
   */
  record ByPrior(double aloneDegrees, double offsetDegrees) {}
}
