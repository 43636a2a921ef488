package io.gazeshift.daemon.live;

import io.gazeshift.protocol.Gaze;
import java.time.Instant;
import java.util.Optional;

/**
 * Angles between the true gaze of one face and several predictions of it, in degrees.
 *
 * @param captured capture time of the face
 * @param version of the active head
 * @param degrees of the active head
 * @param sourceDegrees of the source head
 * @param shrunkDegrees of the source head pulled towards its own mean, for each factor of {@link
 *     Shrinkage}
 * @param sourceGaze what the source head predicts, in camera axes
 * @param prior of the controls that use the site prior, if there is one
 */
@SuppressWarnings("ArrayRecordComponent") // Numbers in bulk, never compared by value.
record FaceScore(
    Instant captured,
    long version,
    double degrees,
    double sourceDegrees,
    double[] shrunkDegrees,
    Gaze sourceGaze,
    Optional<ByPrior> prior) {

  /**
   * @param aloneDegrees of always predicting the prior's mean
   * @param offsetDegrees of the source head shifted so that its mean is the prior's
   */
  record ByPrior(double aloneDegrees, double offsetDegrees) {}
}
