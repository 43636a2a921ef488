package io.gazeshift.adaptation.prior;

import io.gazeshift.adaptation.config.GazeCluster;
import io.gazeshift.adaptation.config.GazePoint;
import io.gazeshift.adaptation.config.PointMm;
import io.gazeshift.adaptation.config.ScreenPlace;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.protocol.Gaze;

/** Something that people look at; it becomes one cluster of the gaze distribution. */
sealed interface GazeTarget {

  /** Relative to the shares of other targets. */
  double share();

  /** The gaze of a face that looks at it, in the camera's axes. */
  Directions from(PointMm face);

  /** A direction in the camera's axes, the same wherever the face is. */
  record Cluster(Gaussian law, double share) implements GazeTarget {

    static Cluster of(GazeCluster cluster) {
      return new Cluster(PriorClusters.gaussian(cluster), cluster.share());
    }

    @Override
    public Directions from(PointMm face) {
      Covariance spread = law.covariance();
      double rest = Math.sqrt(spread.determinant() / spread.xx());
      return Directions.normal(
          (first, second) ->
              new Gaze(
                      law.meanX() + spread.xSigma() * first,
                      law.meanY() + spread.xy() / spread.xSigma() * first + rest * second)
                  .vector());
    }
  }

  /** A point, with a normal spread of looks around it, perpendicular to the line of sight. */
  record Point(GazePoint point) implements GazeTarget {

    @Override
    public double share() {
      return point.share();
    }

    @Override
    public Directions from(PointMm face) {
      PointMm sight = point.at().minus(face);
      double spreadMm =
          switch (point.unit()) {
            case MILLIMETRES -> point.spread();
            case DEGREES -> sight.length() * Math.toRadians(point.spread());
          };
      // The spread is round, so any two vectors perpendicular to the line of sight will do.
      PointMm across = sight.cross(leastAlong(sight)).unit();
      PointMm other = sight.cross(across).unit();
      return Directions.normal(
          (first, second) ->
              vector(
                  sight.plus(across.times(spreadMm * first)).plus(other.times(spreadMm * second))));
    }

    private static PointMm leastAlong(PointMm sight) {
      return Math.abs(sight.y()) < 0.9 * sight.length()
          ? new PointMm(0, 1, 0)
          : new PointMm(1, 0, 0);
    }
  }

  /** Uniform over a screen. */
  record Screen(ScreenPlace place) implements GazeTarget {

    @Override
    public double share() {
      return 1;
    }

    @Override
    public Directions from(PointMm face) {
      return Directions.uniform((right, down) -> vector(place.at(right, down).minus(face)));
    }
  }

  private static double[] vector(PointMm sight) {
    return new double[] {sight.x(), sight.y(), sight.z()};
  }
}
