package io.gazeshift.adaptation.config;

import io.gazeshift.common.config.Numbers;
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
      "PITCH YAW, or PITCH YAW SIGMA_PITCH SIGMA_YAW [SHARE [CORRELATION]], in degrees (sigmas"
          + " above 0 and up to 90, share above 0 and up to 1000000, correlation within ±1)";

  private static final double MOST_DEGREES = 90;
  private static final double MOST_SHARE = 1e6;

  /**
   * A normal distribution around the mean; with the correlation it has a full covariance.
   *
   * @param correlation of pitch and yaw
   */
  public record Spread(double pitchSigmaDeg, double yawSigmaDeg, double correlation) {

    private boolean isSound() {
      return pitchSigmaDeg > 0
          && pitchSigmaDeg <= MOST_DEGREES
          && yawSigmaDeg > 0
          && yawSigmaDeg <= MOST_DEGREES
          && Math.abs(correlation) < 1;
    }
  }

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
        && share <= MOST_SHARE
        && spread.map(Spread::isSound).orElse(true);
  }
}
