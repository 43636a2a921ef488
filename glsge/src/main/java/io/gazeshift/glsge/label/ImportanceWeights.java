package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;

/**
 * How much each sample of a source batch counts; the weights sum to 1.
 *
 * @param fellBack whether no sample had any weight, and all were given the same
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record ImportanceWeights(double[] values, boolean fellBack) {

  /** The weights of labels (one pair a row) under a distribution of target labels. */
  public static ImportanceWeights of(LabelModel distribution, Matrix labels) {
    int n = Labels.requirePairs(labels);
    double[] density = new double[n];
    for (int i = 0; i < n; i++) {
      density[i] = distribution.density(labels.get(i, 0), labels.get(i, 1));
    }
    return normalised(density);
  }

  /** The weights proportional to given numbers, none negative; all equal if they are all 0. */
  public static ImportanceWeights normalised(double[] density) {
    double largest = 0;
    for (int i = 0; i < density.length; i++) {
      if (!(density[i] >= 0) || Double.isInfinite(density[i])) {
        throw new IllegalArgumentException(
            "weight %d is %s: weights must be finite and not negative".formatted(i, density[i]));
      }
      largest = Math.max(largest, density[i]);
    }
    if (largest == 0) {
      return new ImportanceWeights(uniform(density.length), true);
    }
    // Scaled by the largest first: sums of tiny or huge densities would leave the range of doubles.
    boolean extreme = largest < 1e-200 || largest > 1e200;
    double[] weights = density.clone();
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      if (extreme) {
        weights[i] /= largest;
      }
      sum += weights[i];
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] /= sum;
    }
    return new ImportanceWeights(weights, false);
  }

  public static double[] uniform(int n) {
    double[] weights = new double[n];
    Arrays.fill(weights, 1.0 / n);
    return weights;
  }

  /** The weights mixed with a share of equal ones, so that no sample is left out altogether. */
  public ImportanceWeights mixedWithUniform(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share must lie between 0 and 1, got " + share);
    }
    double[] mixed = values.clone();
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] = (1 - share) * mixed[i] + share / mixed.length;
    }
    return new ImportanceWeights(mixed, fellBack);
  }

  /** The number of equally weighted samples that would tell as much: {@code 1 / Σ q²}. */
  public double effectiveSamples() {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return 1 / sum;
  }
}
