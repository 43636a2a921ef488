package io.gazeshift.glsge.label;

import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** The standard normal distribution, with full relative precision in both tails. */
public final class Normal {

  private static final ContinuousDistribution STANDARD = NormalDistribution.of(0, 1);

  // Gauss-Legendre with ten nodes, those above 0.
  private static final double[] NODE = {
    0.14887433898163122,
    0.4333953941292472,
    0.6794095682990244,
    0.8650633666889845,
    0.9739065285171717
  };
  private static final double[] WEIGHT = {
    0.2955242247147528,
    0.2692667193099965,
    0.219086362515982,
    0.1494513491505804,
    0.06667134430868814
  };

  private Normal() {}

  /** The density at {@code x}. */
  public static double density(double x) {
    return STANDARD.density(x);
  }

  /** The probability of a value below {@code x}. */
  public static double cdf(double x) {
    return STANDARD.cumulativeProbability(x);
  }

  /** The probability of a value between two bounds; small ones keep their relative precision. */
  public static double between(double low, double high) {
    if (!(low < high)) {
      return 0;
    }
    if ((high - low) * Math.max(1, Math.min(Math.abs(low), Math.abs(high))) < 0.5) {
      return narrow(low, high);
    }
    return STANDARD.probability(low, high);
  }

  /** By quadrature: two probabilities that almost agree would leave few digits of themselves. */
  private static double narrow(double low, double high) {
    double half = 0.5 * (high - low);
    double centre = low + half;
    double sum = 0;
    for (int i = 0; i < NODE.length; i++) {
      sum += WEIGHT[i] * (density(centre - half * NODE[i]) + density(centre + half * NODE[i]));
    }
    return half * sum;
  }

  /** The value below which a given probability lies. */
  public static double quantile(double probability) {
    if (!(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException(
          "a quantile needs a probability between 0 and 1, got " + probability);
    }
    return STANDARD.inverseCumulativeProbability(probability);
  }

  /**
   * The variance that is left of a standard normal cut off at {@code ±bound}: {@code 1 - 2 c φ(c) /
   * P(|x| < c)}.
   */
  public static double truncatedVariance(double bound) {
    if (!(bound > 0)) {
      throw new IllegalArgumentException("a bound must be above 0, got " + bound);
    }
    if (bound < 0.02) {
      // The two terms cancel; the series is c²/3 - 2c⁴/45 + ...
      double square = bound * bound;
      return square / 3 - 2 * square * square / 45;
    }
    return 1 - 2 * bound * density(bound) / between(-bound, bound);
  }
}
