package io.gazeshift.adaptation.prior;

import io.gazeshift.adaptation.config.GazeCluster;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.Outline;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import java.util.List;

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

  /** A configured target: people look at all of it equally. */
  record Seen(Target target) implements GazeTarget {

    /** Along each axis, of a disc that is looked at evenly. */
    private static final double SPREAD_PER_RADIUS = 0.5;

    private static final double SPREAD_INSIDE = 0.5;

    @Override
    public double share() {
      return target.share().orElse(1);
    }

    @Override
    public Directions from(PointMm face) {
      Outline outline = target.shape().seenFrom(face);
      if (outline instanceof Outline.Cone cone) {
        return around(cone.axis(), SPREAD_PER_RADIUS * tangent(cone));
      }
      List<List<PointMm>> facets = ((Outline.Facets) outline).facets();
      if (facets.isEmpty() && target.shape() instanceof TargetShape.Screen screen) {
        // A screen that was entered back to front is still where people look.
        facets = List.of(screen.corners());
      } else if (facets.isEmpty()) {
        // A face that leaned into a target sees it everywhere ahead.
        return around(face.times(-1).unit(), SPREAD_INSIDE);
      }
      return Directions.over(facets, face);
    }

    /** The radius at the distance 1: by the millimetres, or by the angle itself. */
    private double tangent(Outline.Cone cone) {
      return target.shape() instanceof TargetShape.Disc disc
              && disc.unit() == TargetShape.Unit.MILLIMETRES
          ? disc.radius() / cone.distanceMm()
          : cone.radiusRad();
    }

    /**
     * A normal distribution perpendicular to the line of sight. It is round, so any two vectors
     * perpendicular to the line of sight will do.
     */
    private static Directions around(PointMm sight, double spread) {
      PointMm across = sight.cross(leastAlong(sight)).unit();
      PointMm other = sight.cross(across).unit();
      return Directions.normal(
          (first, second) ->
              sight
                  .plus(across.times(spread * first))
                  .plus(other.times(spread * second))
                  .toArray());
    }

    private static PointMm leastAlong(PointMm sight) {
      return Math.abs(sight.y()) < 0.9 ? new PointMm(0, 1, 0) : new PointMm(1, 0, 0);
    }
  }
}
