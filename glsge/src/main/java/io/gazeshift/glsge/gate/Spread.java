package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.linalg.Matrix;

/**
 * Mean and covariance of pitch and yaw.
 *
 * @param pitchYaw the covariance of both
 */
record Spread(double meanPitch, double meanYaw, double pitch, double pitchYaw, double yaw) {

  static Spread of(Matrix gaze) {
    double n = gaze.rows();
    double p = 0;
    double y = 0;
    for (int i = 0; i < gaze.rows(); i++) {
      p += gaze.get(i, 0) / n;
      y += gaze.get(i, 1) / n;
    }
    double pp = 0;
    double py = 0;
    double yy = 0;
    for (int i = 0; i < gaze.rows(); i++) {
      double dp = gaze.get(i, 0) - p;
      double dy = gaze.get(i, 1) - y;
      pp += dp * dp / n;
      py += dp * dy / n;
      yy += dy * dy / n;
    }
    return new Spread(p, y, pp, py, yy);
  }

  /** The root of the determinant: an area. */
  double area() {
    return Math.sqrt(Math.max(0, pitch * yaw - pitchYaw * pitchYaw));
  }
}
