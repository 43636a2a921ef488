package io.gazeshift.daemon.live;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import java.util.Collection;
import java.util.Optional;

/**
 * How gaze is spread about a mean, as one would draw an ellipse; squared degrees, camera axes.
 *
 * @param weight share of this law among several
 */
public record GazeDistribution(
    double weight, Direction mean, double pitchVariance, double yawVariance, double covariance) {

  private static final double SQUARED_DEGREES = Math.pow(Math.toDegrees(1), 2);

  /** The law of some directions; with fewer than two there is none. */
  static Optional<GazeDistribution> of(Collection<Direction> directions) {
    int n = directions.size();
    if (n < 2) {
      return Optional.empty();
    }
    double pitch = 0;
    double yaw = 0;
    for (Direction direction : directions) {
      pitch += direction.pitchDegrees() / n;
      yaw += direction.yawDegrees() / n;
    }
    double pp = 0;
    double yy = 0;
    double py = 0;
    for (Direction direction : directions) {
      double dp = direction.pitchDegrees() - pitch;
      double dy = direction.yawDegrees() - yaw;
      pp += dp * dp / (n - 1);
      yy += dy * dy / (n - 1);
      py += dp * dy / (n - 1);
    }
    return Optional.of(new GazeDistribution(1, new Direction(pitch, yaw), pp, yy, py));
  }

  /** A law in radians. */
  static GazeDistribution of(Gaussian law, double weight) {
    Covariance spread = law.covariance();
    return new GazeDistribution(
        weight,
        new Direction(Math.toDegrees(law.meanX()), Math.toDegrees(law.meanY())),
        spread.xx() * SQUARED_DEGREES,
        spread.yy() * SQUARED_DEGREES,
        spread.xy() * SQUARED_DEGREES);
  }
}
