package io.gazeshift.glsge.label;

import java.util.Locale;

/**
 * What the confidence of the truncation box means. The paper leaves it open; these are the three
 * readings that make sense, each a box {@code μ ± k σ} with its own {@code k}.
 */
public enum BoxReading {
  /** Each angle on its own is inside with the given confidence. */
  AXIS {
    @Override
    double sigmas(double confidence, double correlation) {
      return Normal.quantile(0.5 * (1 + confidence));
    }
  },
  /** The box around the ellipse that holds the given confidence. */
  CHI2 {
    @Override
    double sigmas(double confidence, double correlation) {
      return Math.sqrt(-2 * Math.log1p(-confidence));
    }
  },
  /** The box itself holds the given confidence. */
  MASS {
    @Override
    double sigmas(double confidence, double correlation) {
      // Between full correlation and none (Šidák) the root is bracketed; then the Illinois method.
      double low = Normal.quantile(0.5 * (1 + confidence)) * (1 - 1e-9);
      double high = Normal.quantile(0.5 * (1 + Math.sqrt(confidence))) * (1 + 1e-9);
      double fLow = excess(low, confidence, correlation);
      double fHigh = excess(high, confidence, correlation);
      double middle = high;
      for (int i = 0; i < 100 && high - low > 4 * Math.ulp(high); i++) {
        middle = (low * fHigh - high * fLow) / (fHigh - fLow);
        if (!(middle > low && middle < high)) {
          middle = 0.5 * (low + high);
        }
        double f = excess(middle, confidence, correlation);
        if (Math.abs(f) <= 2 * Math.ulp(confidence)) {
          break;
        }
        if (f > 0) {
          high = middle;
          fHigh = f;
          fLow *= 0.5;
        } else {
          low = middle;
          fLow = f;
          fHigh *= 0.5;
        }
      }
      return middle;
    }

    private double excess(double sigmas, double confidence, double correlation) {
      return BivariateNormal.rectangle(-sigmas, sigmas, -sigmas, sigmas, correlation) - confidence;
    }
  };

  /** How many standard deviations the box reaches to each side. */
  abstract double sigmas(double confidence, double correlation);

  /** The box of a distribution. */
  public LabelBox of(Gaussian distribution, double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "a confidence must lie between 0 and 1, got " + confidence);
    }
    double sigmas = sigmas(confidence, distribution.covariance().correlation());
    double dx = sigmas * distribution.covariance().xSigma();
    double dy = sigmas * distribution.covariance().ySigma();
    return new LabelBox(
        distribution.meanX() - dx,
        distribution.meanX() + dx,
        distribution.meanY() - dy,
        distribution.meanY() + dy);
  }

  /**
   * The distribution whose truncation to its own box has the spread of the given one: truncating
   * makes a distribution narrower, and refitting it to truncated labels narrower again.
   */
  public Gaussian momentMatched(Gaussian distribution, double confidence) {
    double sigmas = sigmas(confidence, distribution.covariance().correlation());
    return new Gaussian(
        distribution.meanX(),
        distribution.meanY(),
        distribution.covariance().plusDiagonal(1e-8).scaled(1 / Normal.truncatedVariance(sigmas)));
  }

  /** The reading of a configured name: {@code axis}, {@code chi2} or {@code mass}. */
  public static BoxReading parse(String name) {
    for (BoxReading reading : values()) {
      if (reading.name().equalsIgnoreCase(name)) {
        return reading;
      }
    }
    throw new IllegalArgumentException(
        "unknown box reading '%s'; use axis, chi2 or mass".formatted(name));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
