package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;

/** A bivariate normal label distribution. */
public record Gaussian(double meanX, double meanY, Covariance covariance) {

  private static final double LOG_2PI = Math.log(2 * Math.PI);
  // Below this share of the larger eigenvalue rounding may make the smaller one negative.
  private static final double LEAST_RATIO = 1e-12;

  public Gaussian {
    if (!Double.isFinite(meanX) || !Double.isFinite(meanY)) {
      throw new IllegalArgumentException(
          "a mean must be finite, got (%s, %s)".formatted(meanX, meanY));
    }
  }

  /**
   * The mean and the unbiased covariance of labels (one pair a row).
   *
   * @param varianceFloor a covariance with an eigenvalue below this gets it raised to this: labels
   *     that are constant, or on one line, have no density of their own
   */
  public static Gaussian fit(Matrix labels, double varianceFloor) {
    int n = Labels.requirePairs(labels);
    if (n < 2) {
      throw new IllegalArgumentException(
          "a covariance needs at least 2 labels, got %d".formatted(n));
    }
    Moments m = Moments.of(labels, i -> 1);
    return new Gaussian(
        m.meanX(),
        m.meanY(),
        floored(m.xx() / (n - 1), m.xy() / (n - 1), m.yy() / (n - 1), varianceFloor));
  }

  /**
   * The mean and the covariance of labels that count by their weights.
   *
   * @param varianceFloor see {@link #fit(Matrix, double)}
   */
  public static Gaussian fit(Matrix labels, ImportanceWeights weights, double varianceFloor) {
    Labels.requirePairs(labels);
    Moments m = Moments.of(labels, i -> weights.values()[i]);
    return new Gaussian(
        m.meanX(),
        m.meanY(),
        floored(m.xx() / m.weight(), m.xy() / m.weight(), m.yy() / m.weight(), varianceFloor));
  }

  private static Covariance floored(double xx, double xy, double yy, double floor) {
    double middle = 0.5 * (xx + yy);
    double radius = Math.hypot(0.5 * (xx - yy), xy);
    double small = middle - radius;
    double large = middle + radius;
    double least = Math.max(floor, LEAST_RATIO * large);
    if (small >= least && small > 0) {
      return new Covariance(xx, xy, yy);
    }
    // Keep the axes, raise what is too small: Σ = small I + (large - small) v vᵀ.
    double newSmall = Math.max(small, least);
    double newLarge = Math.max(large, least);
    double share = radius == 0 ? 0 : (newLarge - newSmall) / (2 * radius);
    return new Covariance(
        newSmall + share * (xx - small), share * xy, newSmall + share * (yy - small));
  }

  public double logDensity(double x, double y) {
    return -0.5 * covariance.mahalanobisSquared(x - meanX, y - meanY)
        - LOG_2PI
        - 0.5 * Math.log(covariance.determinant());
  }

  public double density(double x, double y) {
    return Math.exp(logDensity(x, y));
  }

  /** The probability of a label inside a box. */
  public double mass(LabelBox box) {
    double sx = covariance.xSigma();
    double sy = covariance.ySigma();
    return BivariateNormal.rectangle(
        (box.xLow() - meanX) / sx,
        (box.xHigh() - meanX) / sx,
        (box.yLow() - meanY) / sy,
        (box.yHigh() - meanY) / sy,
        covariance.correlation());
  }
}
