package io.gazeshift.glsge.train;

import io.gazeshift.glsge.linalg.Matrix;

/**
 * The angle between gaze directions, the error that every table reports. A direction of pitch p and
 * yaw y is {@code (-cos p sin y, -sin p, -cos p cos y)} in camera axes.
 */
public final class AngularError {

  private AngularError() {}

  /** The angle between two directions, by atan2: exact for tiny and for opposite ones. */
  public static double radians(double pitchA, double yawA, double pitchB, double yawB) {
    double[] a = vector(pitchA, yawA);
    double[] b = vector(pitchB, yawB);
    double x = a[1] * b[2] - a[2] * b[1];
    double y = a[2] * b[0] - a[0] * b[2];
    double z = a[0] * b[1] - a[1] * b[0];
    return Math.atan2(Math.sqrt(x * x + y * y + z * z), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  }

  /** The mean angle in degrees between rows of pitch and yaw. */
  public static double meanDegrees(Matrix predicted, Matrix truth) {
    if (predicted.rows() != truth.rows() || predicted.cols() != 2 || truth.cols() != 2) {
      throw new IllegalArgumentException(
          "an error needs as many predictions as labels, pitch and yaw each; got %s and %s"
              .formatted(predicted, truth));
    }
    double sum = 0;
    for (int i = 0; i < truth.rows(); i++) {
      sum += radians(predicted.get(i, 0), predicted.get(i, 1), truth.get(i, 0), truth.get(i, 1));
    }
    return Math.toDegrees(sum / truth.rows());
  }

  static double[] vector(double pitch, double yaw) {
    return new double[] {
      -Math.cos(pitch) * Math.sin(yaw), -Math.sin(pitch), -Math.cos(pitch) * Math.cos(yaw)
    };
  }
}
