package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * What one head did while it was in force: mean angles to the truth, all on the same faces.
 *
 * @param version of the head; 0 is the source head
 * @param from when its first face of known truth was captured
 * @param to when its last one was
 * @param degrees of the head itself
 * @param sourceDegrees of the source head
 * @param shrunkDegrees of the control, see {@link ErrorView}
 * @param priorDegrees of saying the mean of the site's prior every time, where there is one
 * @param offsetDegrees of the source head's predictions moved so that their mean is the prior's
 */
public record ReignView(
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

  /**
   * How much smaller the error is than the source head's, as a share of that; below 0 if larger.
   */
  public double reduction() {
    return 1 - degrees / sourceDegrees;
  }
}
