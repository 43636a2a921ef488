package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Locale;

/** A normal law of labels cut off outside a box, the paper's model of the target's labels. */
public record TruncatedGaussian(Gaussian law, LabelBox box, double mass) implements LabelModel {

  public TruncatedGaussian {
    if (!(mass > 0)) {
      throw new IllegalArgumentException(
          "the box %s holds none of the law %s: it cannot be truncated to it".formatted(box, law));
    }
  }

  public static TruncatedGaussian of(Gaussian law, LabelBox box) {
    return new TruncatedGaussian(law, box, law.mass(box));
  }

  public static TruncatedGaussian of(Gaussian law, BoxReading reading, double confidence) {
    return of(law, reading.of(law, confidence));
  }

  @Override
  public double density(double x, double y) {
    return box.contains(x, y) ? law.density(x, y) / mass : 0;
  }

  @Override
  public String describe() {
    return String.format(
        Locale.ROOT,
        "truncated normal, mean (%.2f, %.2f) deg, sigma (%.2f, %.2f) deg",
        Math.toDegrees(law.meanX()),
        Math.toDegrees(law.meanY()),
        Math.toDegrees(law.covariance().xSigma()),
        Math.toDegrees(law.covariance().ySigma()));
  }

  /**
   * Estimates the law from pseudo labels.
   *
   * @param varianceFloor see {@link Gaussian#fit}
   * @param momentMatching whether to widen the law so that its truncation has the labels' spread
   */
  public record Estimator(
      BoxReading reading, double confidence, double varianceFloor, boolean momentMatching)
      implements LabelEstimator {

    public Estimator(BoxReading reading, double confidence) {
      this(reading, confidence, 1e-8, false);
    }

    @Override
    public TruncatedGaussian estimate(Matrix pseudoLabels) {
      Gaussian law = Gaussian.fit(pseudoLabels, varianceFloor);
      Gaussian used = momentMatching ? reading.momentMatched(law, confidence) : law;
      return of(used, reading, confidence);
    }
  }
}
