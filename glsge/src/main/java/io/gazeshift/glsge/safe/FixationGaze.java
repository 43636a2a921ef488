package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Locale;

/**
 * The gaze of each fixation of a target, as far as it can be told without labels: what the head
 * predicts of it, less the head's bias for the person, and where only a narrow gaze distribution
 * explains the spread, pulled to the mean as far as the head's noise explains it.
 *
 * <p>Predictions can be narrow because the gaze is, or because the head's slope is flat in new
 * conditions. So nothing is pulled unless the gaze is narrow on both axes, and all the way only at
 * half of that limit. A wrong pull costs little then: its loss is of second order in it.
 */
final class FixationGaze {

  // However noisy the head, the gaze keeps as much of the predictions' variance.
  private static final double LEAST_VARIANCE = 0.2;
  // Whatever the noise, predictions keep as much of their spread: the bound that stops a collapse.
  static final double LEAST_SPREAD = 0.4;
  // Where gaze keeps to less of the source's variance, only some of the source's labels are near.
  private static final double FEW_LABELS = 0.15;
  // A head's slope in conditions it was not trained in: 0.7 to 1 on real and on rendered people. A
  // flat one has pulled predictions to their mean already.
  private static final double PLAUSIBLE_SLOPE = 0.85;
  // By how much the mean may be off: twice the variance of the bias between people.
  private static final double PLAUSIBLE_BIAS = 2;

  private final TargetComponents components;
  private final DistributionEstimate distribution;
  private final double rho;
  private final double gate;
  private final double[] kept = new double[2];
  private final double[] moved = new double[2];

  /**
   * @param components of what a head predicts of the target
   * @param errors of that head on other people
   * @param frameNoise the variance of its predictions within a fixation that their mean has not
   * @param source where labelled people look
   */
  FixationGaze(
      TargetComponents components,
      PersonErrors errors,
      PerAxis frameNoise,
      SourceLabels source,
      SafeSettings settings) {
    this.components = components;
    this.gate = settings.gate();
    double[] variance = new double[2];
    double widest = 0;
    for (int c = 0; c < 2; c++) {
      double spread = components.spread(c);
      variance[c] = Math.max(spread - noise(c, errors, frameNoise), LEAST_VARIANCE * spread);
      widest = Math.max(widest, variance[c] / source.variance()[c]);
    }
    int fixations = components.unbiased().rows();
    this.rho = widest * Math.exp(Math.sqrt(2.0 / fixations));
    double narrow = Math.min(1, Math.max(0, (gate - rho) / (gate / 2)));
    double[] mean = Columns.mean(components.unbiased());
    double[] near = near(mean, variance, source, settings);
    for (int c = 0; c < 2; c++) {
      double pulled = variance[c] / components.spread(c) / PLAUSIBLE_SLOPE;
      double share = Math.min(1, Math.max(pulled, LEAST_SPREAD));
      kept[c] = 1 - narrow * (1 - share);
      double way = near[c] - mean[c];
      double few = Math.max(0, 1 - variance[c] / source.variance()[c] / FEW_LABELS);
      if (way * way <= PLAUSIBLE_BIAS * errors.bias().toArray()[c]) {
        moved[c] = narrow * few * way;
      }
      mean[c] += moved[c];
    }
    this.distribution =
        new DistributionEstimate(
            PerAxis.of(mean),
            PerAxis.of(variance),
            errors.slope(),
            new PerAxis(components.spread(0) / fixations, components.spread(1) / fixations),
            fixations);
  }

  /** The noise of a fixation's mean; without people to tell apart, their bias is noise too. */
  private double noise(int c, PersonErrors errors, PerAxis frameNoise) {
    double frame = errors.noise().toArray()[c];
    double fixation = Math.max(frame - frameNoise.toArray()[c], LEAST_VARIANCE * frame);
    return components.severalPeople() ? fixation : fixation + errors.bias().toArray()[c];
  }

  /** The mean of the source's labels under the distribution: gaze that shifts is still in it. */
  private static double[] near(
      double[] mean, double[] variance, SourceLabels source, SafeSettings settings) {
    ImportanceWeights weights =
        DensityRatioWeights.normal(
            source.gaze(), mean, variance, source, settings.effectiveSamples());
    double[] near = new double[2];
    for (int i = 0; i < weights.values().length; i++) {
      near[0] += weights.values()[i] * source.gaze().get(i, 0);
      near[1] += weights.values()[i] * source.gaze().get(i, 1);
    }
    return near;
  }

  /**
   * The variance of the gaze against the source's, on the wider axis, with one standard error on
   * top.
   */
  double rho() {
    return rho;
  }

  DistributionEstimate distribution() {
    return distribution;
  }

  /** Whether the gaze counts as narrower than the source's. */
  boolean isNarrow() {
    return rho < gate;
  }

  /** The share of the predictions' spread that is left, on the axis where less is. */
  double leastKept() {
    return Math.min(kept[0], kept[1]);
  }

  /** Whether the head's bias for each person was told apart from the gaze. */
  boolean tellsPeopleApart() {
    return components.severalPeople();
  }

  /** Pitch and yaw of each fixation. */
  Matrix gaze() {
    Matrix gaze = components.unbiased();
    double[] mean = Columns.mean(gaze);
    for (int f = 0; f < gaze.rows(); f++) {
      for (int c = 0; c < 2; c++) {
        gaze.set(f, c, mean[c] + kept[c] * (gaze.get(f, c) - mean[c]) + moved[c]);
      }
    }
    return gaze;
  }

  String describe() {
    return String.format(
        Locale.ROOT,
        "%s; keeps (%.2f, %.2f) of the predictions' spread, their mean moved by (%.1f, %.1f) deg",
        components.describe(),
        kept[0],
        kept[1],
        Math.toDegrees(moved[0]),
        Math.toDegrees(moved[1]));
  }
}
