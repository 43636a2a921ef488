package io.gazeshift.ingest.synthetic;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;

/**
 * Where the camera stands, as a person sees it who sits at rest and looks straight ahead: in which
 * direction (pitch above 0 is up, yaw above 0 is to their right) and how far from the middle of
 * their face, which it points at.
 *
 * <p>Seat axes start at that point, and are those of a camera straight in front of the person: x to
 * their left, y down, z backwards.
 */
public record Seat(double pitchDeg, double yawDeg, double distanceMm) {

  /** From seat axes to the camera's. */
  Rotation seatToCamera() {
    double[] to = cameraMm();
    double[] forward = {-to[0] / distanceMm, -to[1] / distanceMm, -to[2] / distanceMm};
    double level = Math.hypot(forward[0], forward[2]);
    double[] right = {forward[2] / level, 0, -forward[0] / level};
    double[] down = {
      forward[1] * right[2] - forward[2] * right[1],
      forward[2] * right[0] - forward[0] * right[2],
      forward[0] * right[1] - forward[1] * right[0]
    };
    return Rotation.ofRows(
        right[0],
        right[1],
        right[2],
        down[0],
        down[1],
        down[2],
        forward[0],
        forward[1],
        forward[2]);
  }

  /** A point of seat axes in camera axes. */
  double[] toCamera(double xMm, double yMm, double zMm) {
    double[] camera = cameraMm();
    return seatToCamera().apply(new double[] {xMm - camera[0], yMm - camera[1], zMm - camera[2]});
  }

  /** The point in a direction from the face at rest, in camera axes. */
  double[] toCamera(Gaze direction, double pointMm) {
    double[] v = direction.vector();
    return toCamera(pointMm * v[0], pointMm * v[1], pointMm * v[2]);
  }

  private double[] cameraMm() {
    double[] v = Gaze.ofDegrees(pitchDeg, yawDeg).vector();
    return new double[] {distanceMm * v[0], distanceMm * v[1], distanceMm * v[2]};
  }
}
