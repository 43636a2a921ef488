package io.gazeshift.adaptation.prior;

import java.util.ArrayList;
import java.util.List;

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
