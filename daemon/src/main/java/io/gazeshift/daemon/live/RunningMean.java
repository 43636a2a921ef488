package io.gazeshift.daemon.live;

import io.gazeshift.protocol.Gaze;

/** The mean of angles so far. It goes with the times where a board is open for hours. */
final class RunningMean {

  private static final int MOST_REMEMBERED = 10_000;

  private long seen;
  private double pitchRad;
  private double yawRad;

  /** Answers the mean, this one included. */
  Gaze add(double pitch, double yaw) {
    seen = Math.min(seen + 1, MOST_REMEMBERED);
    pitchRad += (pitch - pitchRad) / seen;
    yawRad += (yaw - yawRad) / seen;
    return new Gaze(pitchRad, yawRad);
  }
}
