package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;

/** Weights of labelled samples under another label distribution: the clipped density ratio. */
public final class DensityRatioWeights {

  private static final double WIDENING = 1.15;
  private static final int MOST_WIDENINGS = 60;
  private static final double CLIP_QUANTILE = 0.99;
  private static final double NEGLIGIBLE = 1e-6;

  private DensityRatioWeights() {}

  /**
   * A normal distribution of independent angles over the source's own, widened until enough samples
   * are left.
   */
  public static ImportanceWeights normal(
      Matrix labels,
      double[] mean,
      double[] variance,
      SourceLabels source,
      double effectiveSamples) {
    ImportanceWeights weights = ratio(labels, mean, variance, 1, source);
    double factor = 1;
    for (int t = 1; t < MOST_WIDENINGS && weights.effectiveSamples() < effectiveSamples; t++) {
      factor *= WIDENING;
      weights = ratio(labels, mean, variance, factor, source);
    }
    return weights;
  }

  /**
   * How much the source's labels count under a distribution that was estimated, widened likewise.
   */
  static ImportanceWeights estimated(
      DistributionEstimate distribution, SourceLabels source, double effectiveSamples) {
    return normal(
        source.gaze(),
        distribution.meanRad().toArray(),
        distribution.variance().toArray(),
        source,
        effectiveSamples);
  }

  private static ImportanceWeights ratio(
      Matrix labels, double[] mean, double[] variance, double factor, SourceLabels source) {
    double[] log = new double[labels.rows()];
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < log.length; i++) {
      for (int c = 0; c < 2; c++) {
        double here = labels.get(i, c) - mean[c];
        double there = labels.get(i, c) - source.mean()[c];
        log[i] -=
            0.5 * (here * here / (variance[c] * factor) - there * there / source.variance()[c]);
      }
      largest = Math.max(largest, log[i]);
    }
    for (int i = 0; i < log.length; i++) {
      log[i] = Math.exp(log[i] - largest);
    }
    return clipped(log, log);
  }

  /**
   * A distribution that the site states over the density of the source's labels.
   *
   * @throws IllegalArgumentException if the source has no label near where the site says people
   *     look
   */
  static ImportanceWeights prior(SitePrior prior, SourceLabels source) {
    Matrix labels = source.gaze();
    double[] density = source.density();
    double[] ratio = new double[density.length];
    double largest = 0;
    for (int i = 0; i < ratio.length; i++) {
      ratio[i] = prior.density(labels.get(i, 0), labels.get(i, 1)) / density[i];
      largest = Math.max(largest, ratio[i]);
    }
    if (!(largest > 0)) {
      throw new IllegalArgumentException(
          ("the source bank has no gaze in the area of the %s; check its units (radians)"
                      + " and signs (pitch")
                  .formatted(prior.describe())
              + " up, yaw to the image's left)");
    }
    double least = NEGLIGIBLE * largest;
    return clipped(ratio, Arrays.stream(ratio).filter(r -> r > least).toArray());
  }

  /** Cuts the largest weights off at a quantile of some of them: single samples must not rule. */
  private static ImportanceWeights clipped(double[] weights, double[] deciding) {
    double most = quantile(deciding, CLIP_QUANTILE);
    return ImportanceWeights.normalised(
        Arrays.stream(weights).map(w -> Math.min(w, most)).toArray());
  }

  static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
