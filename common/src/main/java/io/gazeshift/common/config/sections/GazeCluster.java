package io.gazeshift.common.config.sections;

import java.util.Optional;

/**
 * A direction that people look in, in degrees: pitch above 0 is up, yaw above 0 towards the image's
 * left.
 *
 * @param spread how widely; empty where only the mean is known
 * @param share of the time, relative to the shares of other clusters
 */
public record GazeCluster(double pitchDeg, double yawDeg, Optional<Spread> spread, double share) {

  /** How a cluster is written, for messages. */
  public static final String FORM =
      "PITCH YAW, or PITCH YAW SIGMA_PITCH SIGMA_YAW [SHARE [CORRELATION]], in degrees (sigmas and"
          + " share above 0, correlation within ±1)";

  private static final double MOST_DEGREES = 90;

  /**
   * A normal law about the mean; with the correlation it is a whole covariance.
   *
   * @param correlation of pitch and yaw
   */
  public record Spread(double pitchSigmaDeg, double yawSigmaDeg, double correlation) {}

  /** Reads a cluster with blanks or commas between its numbers; empty where it is not one. */
  public static Optional<GazeCluster> parse(String text) {
    return Numbers.parse(text)
        .map(
            n ->
                switch (n.length) {
                  case 2 -> new GazeCluster(n[0], n[1], Optional.empty(), 1);
                  case 4, 5, 6 ->
                      new GazeCluster(
                          n[0],
                          n[1],
                          Optional.of(new Spread(n[2], n[3], n.length > 5 ? n[5] : 0)),
                          n.length > 4 ? n[4] : 1);
                  default -> null;
                })
        .filter(GazeCluster::isSound);
  }

  private boolean isSound() {
    return Math.abs(pitchDeg) < MOST_DEGREES
        && Math.abs(yawDeg) < MOST_DEGREES
        && share > 0
        && spread
            .map(s -> s.pitchSigmaDeg > 0 && s.yawSigmaDeg > 0 && Math.abs(s.correlation) < 1)
            .orElse(true);
  }
}
