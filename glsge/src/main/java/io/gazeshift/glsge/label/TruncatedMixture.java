package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A mixture of truncated normal distributions, each cut off at its own box: for gaze that clusters,
 * as a driver's does on road, mirrors and console.
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record TruncatedMixture(List<TruncatedGaussian> parts, double[] shares)
    implements LabelModel {

  public TruncatedMixture {
    if (parts.isEmpty() || parts.size() != shares.length) {
      throw new IllegalArgumentException(
          "a mixture needs one share for each of its parts, got %d parts and %d shares"
              .formatted(parts.size(), shares.length));
    }
    parts = List.copyOf(parts);
  }

  public static TruncatedMixture of(
      GaussianMixture mixture, BoxReading reading, double confidence) {
    List<TruncatedGaussian> parts = new ArrayList<>();
    for (Gaussian part : mixture.parts()) {
      parts.add(TruncatedGaussian.of(part, reading, confidence));
    }
    return new TruncatedMixture(parts, mixture.shares());
  }

  @Override
  public double density(double x, double y) {
    double sum = 0;
    for (int k = 0; k < shares.length; k++) {
      sum += shares[k] * parts.get(k).density(x, y);
    }
    return sum;
  }

  @Override
  public String describe() {
    StringBuilder text = new StringBuilder("mixture of " + parts.size());
    for (int k = 0; k < shares.length; k++) {
      text.append(
          String.format(Locale.ROOT, "; %.0f %% %s", 100 * shares[k], parts.get(k).describe()));
    }
    return text.toString();
  }

  /** Estimates the mixture from pseudo labels, the number of parts by BIC. */
  public record Estimator(BoxReading reading, double confidence, int maxParts)
      implements LabelEstimator {

    @Override
    public TruncatedMixture estimate(Matrix pseudoLabels) {
      return of(GaussianMixture.fitByBic(pseudoLabels, maxParts), reading, confidence);
    }
  }
}
