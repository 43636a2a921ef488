package io.gazeshift.daemon.live;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import java.util.Collection;
import java.util.Optional;

/**
 * A normal distribution of gaze, to draw as an ellipse; variances in squared degrees, camera axes.
 *
 * @param weight share of this component among several
 */
public record GazeDistribution(
    double weight, Direction mean, double pitchVariance, double yawVariance, double covariance) {

  private static final double SQUARED_DEGREES = Math.pow(Math.toDegrees(1), 2);

  /** Fitted to directions; empty for fewer than two. */
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

  /** Converted from radians. */
  static GazeDistribution of(Gaussian gaze, double weight) {
    Covariance spread = gaze.covariance();
    return new GazeDistribution(
        weight,
        new Direction(Math.toDegrees(gaze.meanX()), Math.toDegrees(gaze.meanY())),
        spread.xx() * SQUARED_DEGREES,
        spread.yy() * SQUARED_DEGREES,
        spread.xy() * SQUARED_DEGREES);
  }
}
