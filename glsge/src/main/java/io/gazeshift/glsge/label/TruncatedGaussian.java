package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Locale;

/**
 * A normal distribution of labels cut off outside a box, the paper's model of the target's labels.
 */
public record TruncatedGaussian(Gaussian normal, LabelBox box, double mass) implements LabelModel {

  public TruncatedGaussian {
    if (!(mass > 0)) {
      throw new IllegalArgumentException(
          "the box %s contains none of the mass of the normal distribution %s, so it cannot truncate it"
              .formatted(box, normal));
    }
  }

  public static TruncatedGaussian of(Gaussian normal, LabelBox box) {
    return new TruncatedGaussian(normal, box, normal.mass(box));
  }

  public static TruncatedGaussian of(Gaussian normal, BoxReading reading, double confidence) {
    return of(normal, reading.of(normal, confidence));
  }

  @Override
  public double density(double x, double y) {
    return box.contains(x, y) ? normal.density(x, y) / mass : 0;
  }

  @Override
  public String describe() {
    return String.format(
        Locale.ROOT,
        "truncated normal, mean (%.2f, %.2f) deg, sigma (%.2f, %.2f) deg",
        Math.toDegrees(normal.meanX()),
        Math.toDegrees(normal.meanY()),
        Math.toDegrees(normal.covariance().xSigma()),
        Math.toDegrees(normal.covariance().ySigma()));
  }

  /**
   * Estimates the distribution from pseudo labels.
   *
   * @param varianceFloor see {@link Gaussian#fit}
   * @param momentMatching whether to widen the distribution so that its truncation has the labels'
   *     spread
   */
  public record Estimator(
      BoxReading reading, double confidence, double varianceFloor, boolean momentMatching)
      implements LabelEstimator {

    public Estimator(BoxReading reading, double confidence) {
      this(reading, confidence, 1e-8, false);
    }

    @Override
    public TruncatedGaussian estimate(Matrix pseudoLabels) {
      Gaussian normal = Gaussian.fit(pseudoLabels, varianceFloor);
      Gaussian used = momentMatching ? reading.momentMatched(normal, confidence) : normal;
      return of(used, reading, confidence);
    }
  }
}
