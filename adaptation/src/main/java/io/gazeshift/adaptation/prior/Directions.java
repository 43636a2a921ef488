package io.gazeshift.adaptation.prior;

import io.gazeshift.targets.shape.PointMm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A distribution of directions in the camera's axes, represented by a few weighted directions: a
 * quadrature whose weighted means equal those of the distribution up to its fifth moments.
 */
final class Directions {

  /** For a standard normal distribution: the roots of the third Hermite polynomial. */
  private static final double[] NORMAL_AT = {-Math.sqrt(3), 0, Math.sqrt(3)};

  private static final double[] NORMAL_WEIGHT = {1 / 6.0, 2 / 3.0, 1 / 6.0};

  /** For the uniform distribution on [0, 1]: the roots of the third Legendre polynomial. */
  private static final double[] UNIFORM_AT = {0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)};

  private static final double[] UNIFORM_WEIGHT = {5 / 18.0, 8 / 18.0, 5 / 18.0};

  /** For a triangle: Dunavant's rule of degree 4, by the coordinate of the two other corners. */
  private static final double[] TRIANGLE_AT = {0.445948490915965, 0.091576213509771};

  private static final double[] TRIANGLE_WEIGHT = {0.223381589678011, 0.109951743655322};

  /** A vector of any length for two numbers. */
  interface Surface {
    double[] at(double first, double second);
  }

  private final List<double[]> vectors = new ArrayList<>();
  private final List<Double> weights = new ArrayList<>();

  /** A function of two independent standard normal numbers. */
  static Directions normal(Surface surface) {
    return of(surface, NORMAL_AT, NORMAL_WEIGHT);
  }

  /** A function of two independent uniform numbers between 0 and 1. */
  static Directions uniform(Surface surface) {
    return of(surface, UNIFORM_AT, UNIFORM_WEIGHT);
  }

  /** Evenly over flat convex faces, as large as they look from there. */
  static Directions over(List<List<PointMm>> facets, PointMm eye) {
    Directions directions = new Directions();
    double[] sizes = facets.stream().mapToDouble(facet -> seenSize(facet, eye)).toArray();
    double total = DoubleStream.of(sizes).sum();
    for (int i = 0; i < sizes.length; i++) {
      // A single face seen edge-on still has a direction.
      double weight = sizes.length == 1 ? 1 : sizes[i] / total;
      directions.addFacet(facets.get(i), eye, weight);
    }
    return directions;
  }

  private void addFacet(List<PointMm> corners, PointMm eye, double weight) {
    PointMm origin = corners.get(0);
    PointMm across = corners.get(1).minus(origin);
    PointMm down = corners.get(corners.size() - 1).minus(origin);
    PointMm opposite = origin.plus(across).plus(down);
    boolean isParallelogram =
        corners.size() == 4
            && corners.get(2).minus(opposite).length() < 1e-9 * (across.length() + down.length());
    if (isParallelogram) {
      Directions all =
          uniform(
              (first, second) ->
                  origin.plus(across.times(first)).plus(down.times(second)).minus(eye).toArray());
      for (int i = 0; i < all.size(); i++) {
        vectors.add(all.vector(i));
        weights.add(weight * all.weight(i));
      }
      return;
    }
    double[] areas = new double[corners.size() - 2];
    for (int i = 0; i < areas.length; i++) {
      areas[i] = corners.get(i + 1).minus(origin).cross(corners.get(i + 2).minus(origin)).length();
    }
    double total = DoubleStream.of(areas).sum();
    for (int i = 0; i < areas.length; i++) {
      addTriangle(
          List.of(origin, corners.get(i + 1), corners.get(i + 2)), eye, weight * areas[i] / total);
    }
  }

  private void addTriangle(List<PointMm> corners, PointMm eye, double weight) {
    for (int rule = 0; rule < TRIANGLE_WEIGHT.length; rule++) {
      double others = TRIANGLE_AT[rule];
      for (int corner = 0; corner < 3; corner++) {
        PointMm at =
            corners
                .get(corner)
                .times(1 - 2 * others)
                .plus(corners.get((corner + 1) % 3).times(others))
                .plus(corners.get((corner + 2) % 3).times(others));
        vectors.add(at.minus(eye).toArray());
        weights.add(weight * TRIANGLE_WEIGHT[rule]);
      }
    }
  }

  /** The solid angle of a small face, near enough to weigh the sides of a box. */
  private static double seenSize(List<PointMm> corners, PointMm eye) {
    PointMm sight = corners.get(0).plus(corners.get(2)).times(0.5).minus(eye);
    PointMm area = corners.get(2).minus(corners.get(0)).cross(corners.get(1).minus(corners.get(0)));
    return Math.abs(sight.dot(area)) / Math.pow(sight.length(), 3);
  }

  private static Directions of(Surface surface, double[] at, double[] weight) {
    Directions directions = new Directions();
    for (int i = 0; i < at.length; i++) {
      for (int j = 0; j < at.length; j++) {
        directions.vectors.add(surface.at(at[i], at[j]));
        directions.weights.add(weight[i] * weight[j]);
      }
    }
    return directions;
  }

  int size() {
    return weights.size();
  }

  double weight(int i) {
    return weights.get(i);
  }

  double[] vector(int i) {
    return vectors.get(i);
  }
}
