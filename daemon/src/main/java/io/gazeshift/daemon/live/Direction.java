package io.gazeshift.daemon.live;

import io.gazeshift.protocol.Gaze;

/**
 * A gaze direction in degrees, in camera axes: positive pitch is up, positive yaw the image's left.
 */
public record Direction(double pitchDegrees, double yawDegrees) {

  static Direction of(Gaze gaze) {
    return new Direction(gaze.pitchDeg(), gaze.yawDeg());
  }
}
