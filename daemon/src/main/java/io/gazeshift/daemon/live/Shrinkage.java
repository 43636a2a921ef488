package io.gazeshift.daemon.live;

import io.gazeshift.protocol.Gaze;
import java.util.Arrays;

/**
 * The control that an adaptation must beat: predictions pulled towards their mean by the factor
 * that turns out to be the best, from 0 (always the mean) to 1 (left as they are). Whoever has no
 * truth cannot know that factor: the control is given more than the adaptation.
 */
final class Shrinkage {

  /** So many steps of a tenth, and the one at 0. */
  static final int FACTORS = 11;

  private Shrinkage() {}

  /** What a factor makes of a prediction. */
  static Gaze pulled(Gaze said, Gaze mean, int factor) {
    double left = factor / (FACTORS - 1.0);
    return new Gaze(
        mean.pitchRad() + left * (said.pitchRad() - mean.pitchRad()),
        mean.yawRad() + left * (said.yawRad() - mean.yawRad()));
  }

  /** In hindsight. */
  static double best(double[] byFactor) {
    return Arrays.stream(byFactor).min().orElse(Double.NaN);
  }
}
