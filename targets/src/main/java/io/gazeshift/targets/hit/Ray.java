package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.PointMm;

/** A line of sight without uncertainty. */
final class Ray {

  /** A gaze that meets a plane only so far away runs along it. */
  static final double FARTHEST_MM = 1e7;

  final double eyeX;
  final double eyeY;
  final double eyeZ;
  final double x;
  final double y;
  final double z;

  /**
   * @param direction of length 1
   */
  Ray(PointMm eye, double[] direction) {
    eyeX = eye.x();
    eyeY = eye.y();
    eyeZ = eye.z();
    x = direction[0];
    y = direction[1];
    z = direction[2];
  }

  PointMm at(double distanceMm) {
    return new PointMm(eyeX + distanceMm * x, eyeY + distanceMm * y, eyeZ + distanceMm * z);
  }

  /** Whether a plane is met there. */
  static boolean isMet(double distanceMm) {
    return distanceMm > 0 && distanceMm < FARTHEST_MM;
  }
}
