package io.gazeshift.benchmarks.scenario;

import io.gazeshift.glsge.linalg.Matrix;

/**
 * Where rendered eyes look. The renderer counts yaw to the image's right; the product counts it to
 * the left, and only here is one turned into the other.
 */
record EyeGaze(double yawRightDeg, double pitchUpDeg) {

  double yawRightRad() {
    return Math.toRadians(yawRightDeg);
  }

  double pitchUpRad() {
    return Math.toRadians(pitchUpDeg);
  }

  double productPitchRad() {
    return pitchUpRad();
  }

  double productYawRad() {
    return -yawRightRad();
  }

  void writeTo(Matrix gaze, int row) {
    gaze.set(row, 0, productPitchRad());
    gaze.set(row, 1, productYawRad());
  }

  EyeGaze plus(double yawDeg, double pitchDeg) {
    return new EyeGaze(yawRightDeg + yawDeg, pitchUpDeg + pitchDeg);
  }
}
