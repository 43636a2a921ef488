package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.random.RandomGenerator;

/**
 * Estimates a target's gaze distribution: the spread of fixation means, corrected for the noise and
 * the slope that the head shows on validation people with the target's noise. The mean stays as it
 * is: to divide it by the slope would amplify its bias.
 */
final class DistributionEstimator {

  private static final int ROUNDS = 3;
  private static final double LEAST_SLOPE = 0.6;
  private static final double MOST_SLOPE = 1.1;
  private static final double LEAST_SHARE = 0.2;

  private final SourceLabels labels;
  private final SourceBank people;
  private final double effectiveSamples;

  /**
   * @throws java.util.NoSuchElementException if there are too few people to estimate with
   */
  DistributionEstimator(AdaptationSource source, double effectiveSamples) {
    this.labels = source.labels();
    this.people = source.estimate().orElseThrow();
    this.effectiveSamples = effectiveSamples;
  }

  DistributionEstimate estimate(
      Head head,
      FixatedFrames target,
      Grouping fixations,
      FeatureJitter jitter,
      RandomGenerator random) {
    Matrix predicted = Columns.predict(head, target.features());
    Matrix means = fixations.means(predicted);
    double[] frameNoise = frameNoise(predicted, means, fixations);
    double framesEach = (double) predicted.rows() / fixations.groups();
    Matrix seen = Columns.predict(head, jitter.addedTo(people.features(), random));
    Matrix truth = people.gaze();

    double[] mean = Columns.mean(means);
    double[] spread = Columns.variance(means);
    double[] variance = spread.clone();
    double[] slope = new double[2];
    for (int round = 0; round < ROUNDS; round++) {
      double[] w =
          DensityRatioWeights.normal(truth, mean, variance, labels, effectiveSamples).values();
      for (int c = 0; c < 2; c++) {
        Line line = Line.fit(truth, seen, c, w);
        slope[c] = Math.min(MOST_SLOPE, Math.max(LEAST_SLOPE, line.slope()));
        // A fixation's mean has less of the frames' noise than a single frame.
        double noise =
            Math.max(
                line.noise() - frameNoise[c] * (1 - 1 / framesEach), LEAST_SHARE * line.noise());
        variance[c] = Math.max(spread[c] - noise, LEAST_SHARE * spread[c]) / (slope[c] * slope[c]);
      }
    }
    double[] meanVariance = new double[2];
    for (int c = 0; c < 2; c++) {
      meanVariance[c] = spread[c] / (slope[c] * slope[c] * fixations.groups());
    }
    return new DistributionEstimate(
        PerAxis.of(mean),
        PerAxis.of(variance),
        PerAxis.of(slope),
        PerAxis.of(meanVariance),
        fixations.groups());
  }

  private static double[] frameNoise(Matrix predicted, Matrix means, Grouping fixations) {
    double[] noise = new double[2];
    int count = 0;
    for (int i = 0; i < predicted.rows(); i++) {
      if (fixations.isShared(i)) {
        count++;
        for (int c = 0; c < 2; c++) {
          double d = predicted.get(i, c) - means.get(fixations.group()[i], c);
          noise[c] += d * d * fixations.unbias(i);
        }
      }
    }
    return new double[] {noise[0] / count, noise[1] / count};
  }

  /** A weighted regression: its slope, and the variance around it. */
  private record Line(double slope, double noise) {

    static Line fit(Matrix x, Matrix y, int column, double[] w) {
      double meanX = 0;
      double meanY = 0;
      for (int i = 0; i < w.length; i++) {
        meanX += w[i] * x.get(i, column);
        meanY += w[i] * y.get(i, column);
      }
      double xx = 0;
      double xy = 0;
      for (int i = 0; i < w.length; i++) {
        double dx = x.get(i, column) - meanX;
        xx += w[i] * dx * dx;
        xy += w[i] * dx * (y.get(i, column) - meanY);
      }
      double slope = xy / xx;
      double noise = 0;
      for (int i = 0; i < w.length; i++) {
        double d = y.get(i, column) - meanY - slope * (x.get(i, column) - meanX);
        noise += w[i] * d * d;
      }
      return new Line(slope, noise);
    }
  }
}
