package io.gazeshift.daemon.live;

import io.gazeshift.protocol.Gaze;

/**
 * Where somebody looks, in degrees and in camera axes: pitch above 0 is up, yaw the image's left.
 */
public record Direction(double pitchDegrees, double yawDegrees) {

  static Direction of(Gaze gaze) {
    return new Direction(gaze.pitchDeg(), gaze.yawDeg());
  }
}
