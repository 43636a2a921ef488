package io.gazeshift.daemon.live;

import io.gazeshift.protocol.Gaze;

/** The running mean of angles, which forgets old ones slowly. */
final class RunningMean {

  private static final int MOST_REMEMBERED = 10_000;

  private long seen;
  private double pitchRad;
  private double yawRad;

  /** Adds an angle and returns the new mean. */
  Gaze add(double pitch, double yaw) {
    seen = Math.min(seen + 1, MOST_REMEMBERED);
    pitchRad += (pitch - pitchRad) / seen;
    yawRad += (yaw - yawRad) / seen;
    return new Gaze(pitchRad, yawRad);
  }
}
