package io.gazeshift.daemon.live;

import io.gazeshift.protocol.Gaze;
import java.util.Arrays;

/**
 * The control that an adaptation must beat: predictions pulled towards their mean by the factor
 * that is best in hindsight, from 0 (always the mean) to 1 (unchanged). Finding that factor takes
 * the true gaze, so the control has more information than the adaptation.
 */
final class Shrinkage {

  /** Steps of a tenth from 0 to 1. */
  static final int FACTORS = 11;

  private Shrinkage() {}

  /** The prediction pulled by a factor. */
  static Gaze pulled(Gaze said, Gaze mean, int factor) {
    double left = factor / (FACTORS - 1.0);
    return new Gaze(
        mean.pitchRad() + left * (said.pitchRad() - mean.pitchRad()),
        mean.yawRad() + left * (said.yawRad() - mean.yawRad()));
  }

  /** The smallest error of all factors. */
  static double best(double[] byFactor) {
    return Arrays.stream(byFactor).min().orElse(Double.NaN);
  }
}
