package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * By how much a head's mean is off the one that the site states.
 *
 * @param pitchRad to be added
 * @param yawRad to be added
 * @param trust how much of it is more than sampling explains, from 0 to 1 (positive-part
 *     James-Stein)
 */
record SiteOffset(double pitchRad, double yawRad, double trust) {

  private static final double STEIN = 3;

  static SiteOffset of(Matrix fixationMeans, double pitchMeanRad, double yawMeanRad) {
    double[] mean = Columns.mean(fixationMeans);
    double[] variance = Columns.variance(fixationMeans);
    double pitch = pitchMeanRad - mean[0];
    double yaw = yawMeanRad - mean[1];
    // The unbiased variance over n is the biased one over n - 1.
    double freedom = fixationMeans.rows() - 1.0;
    double t2 = freedom * (pitch * pitch / variance[0] + yaw * yaw / variance[1]);
    return new SiteOffset(pitch, yaw, t2 > STEIN ? 1 - STEIN / t2 : 0);
  }

  Head appliedTo(Head head) {
    DenseLayer last = head.layers().get(2);
    float[] bias = last.bias();
    bias[0] += (float) (trust * pitchRad);
    bias[1] += (float) (trust * yawRad);
    return new Head(
        head.layers().get(0),
        head.layers().get(1),
        new DenseLayer(last.inputs(), last.outputs(), last.weight(), bias));
  }
}
