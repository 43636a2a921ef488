package io.gazeshift.adaptation.shadow;

import io.gazeshift.protocol.Gaze;

/**
 * Where a gaze can be, in the axes of the virtual camera, which faces the face: beyond this an eye
 * is not to be seen. In degrees either way.
 */
public record GazeRange(double pitchDeg, double yawDeg) {

  /** As far as data sets of gaze go. */
  public static final GazeRange PLAUSIBLE = new GazeRange(70, 90);

  /** NaN is nowhere. */
  public boolean contains(Gaze gaze) {
    return Math.abs(gaze.pitchDeg()) <= pitchDeg && Math.abs(gaze.yawDeg()) <= yawDeg;
  }
}
