package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * The scores of one head while it was active: mean angles to the true gaze, on the same faces.
 *
 * @param version of the head; 0 is the source head
 * @param from capture time of its first face with a known gaze
 * @param to capture time of its last one
 * @param degrees of the head itself
 * @param sourceDegrees of the source head
 * @param shrunkDegrees of the control, see {@link ErrorView}
 * @param priorDegrees of always predicting the mean of the site prior, if there is one
 * @param offsetDegrees of the source head's predictions shifted so that their mean is the prior's
 */
public record ActivePeriodView(
    String domain,
    long version,
    Instant from,
    Instant to,
    long faces,
    double degrees,
    double sourceDegrees,
    double shrunkDegrees,
    OptionalDouble priorDegrees,
    OptionalDouble offsetDegrees) {

  /** The relative reduction of the source head's error; negative if the error is larger. */
  public double reduction() {
    return 1 - degrees / sourceDegrees;
  }
}
