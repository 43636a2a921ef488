package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Locale;

/**
 * The offset between a head's mean and the mean of the site prior.
 *
 * @param pitchRad to be added
 * @param yawRad to be added
 * @param trust how much of it is more than sampling explains, from 0 to 1, in the manner of a
 *     positive-part James-Stein factor
 */
record SiteOffset(double pitchRad, double yawRad, double trust) {

  // As large by chance in one of twenty cases: the 95 % quantile of χ² with two degrees of freedom.
  private static final double BY_CHANCE = 6;

  /** From where people look on average. */
  static SiteOffset of(Matrix fixationMeans, double pitchMeanRad, double yawMeanRad) {
    double[] mean = Columns.mean(fixationMeans);
    double[] variance = Columns.variance(fixationMeans);
    double pitch = pitchMeanRad - mean[0];
    double yaw = yawMeanRad - mean[1];
    // The unbiased variance over n is the biased one over n - 1.
    double freedom = fixationMeans.rows() - 1.0;
    return damped(pitch, yaw, freedom * (pitch * pitch / variance[0] + yaw * yaw / variance[1]));
  }

  /** From the whole gaze distribution. */
  static SiteOffset of(PriorFit fit) {
    return damped(-fit.moved()[0], -fit.moved()[1], fit.squaredErrors());
  }

  private static SiteOffset damped(double pitchRad, double yawRad, double squaredErrors) {
    return new SiteOffset(
        pitchRad, yawRad, squaredErrors > BY_CHANCE ? 1 - BY_CHANCE / squaredErrors : 0);
  }

  /** The head moved by what is trusted, or left alone if that is nothing. */
  SafeResult result(Head head) {
    return trust > 0
        ? new SafeResult(moved(head, trust * pitchRad, trust * yawRad), Verdict.adapted(describe()))
        : new SafeResult(head, Verdict.leftAlone(describe()));
  }

  /** The head with something added to all it says. */
  static Head moved(Head head, double pitchRad, double yawRad) {
    DenseLayer last = head.layers().get(2);
    float[] bias = last.bias();
    bias[0] += (float) pitchRad;
    bias[1] += (float) yawRad;
    return new Head(
        head.layers().get(0),
        head.layers().get(1),
        new DenseLayer(last.inputs(), last.outputs(), last.weight(), bias));
  }

  String describe() {
    return String.format(
        Locale.ROOT,
        "the head's mean differs from the site prior's by (%.1f, %.1f) deg, of which"
            + " %.0f %% exceeds the sampling error",
        Math.toDegrees(pitchRad),
        Math.toDegrees(yawRad),
        100 * trust);
  }
}
