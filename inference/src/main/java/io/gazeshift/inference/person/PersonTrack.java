package io.gazeshift.inference.person;

import io.gazeshift.protocol.Gaze;

/**
 * What one head's predictions for a face show of its person: the fixation that is going on, and the
 * estimates from those before it. Not thread-safe.
 */
final class PersonTrack {

  /** A prediction further from the fixation's mean begins another one. */
  private static final double FIXATION_RAD = Math.toRadians(4);

  private static final int FEWEST_FRAMES = 3;

  private final long headVersion;
  private final AxisEstimate pitch = new AxisEstimate();
  private final AxisEstimate yaw = new AxisEstimate();
  private long lastMicros = Long.MIN_VALUE;
  private int frames;
  private double pitchSum;
  private double yawSum;

  PersonTrack(long headVersion) {
    this.headVersion = headVersion;
  }

  boolean isOf(long version) {
    return version == headVersion;
  }

  /** Takes the prediction of a face that is readable; does nothing for one from the past. */
  void add(Gaze predicted, long captureMicros, ExpectedGaze.Moments expected) {
    if (captureMicros < lastMicros) {
      return;
    }
    lastMicros = captureMicros;
    if (frames > 0
        && Math.hypot(
                predicted.pitchRad() - pitchSum / frames, predicted.yawRad() - yawSum / frames)
            > FIXATION_RAD) {
      endFixation(expected);
    }
    frames++;
    pitchSum += predicted.pitchRad();
    yawSum += predicted.yawRad();
  }

  private void endFixation(ExpectedGaze.Moments expected) {
    if (frames >= FEWEST_FRAMES) {
      pitch.add(pitchSum / frames - expected.mean().pitch(), expected.spread().pitch());
      yaw.add(yawSum / frames - expected.mean().yaw(), expected.spread().yaw());
    }
    frames = 0;
    pitchSum = 0;
    yawSum = 0;
  }

  AxisEstimate pitch() {
    return pitch;
  }

  AxisEstimate yaw() {
    return yaw;
  }

  int count() {
    return pitch.count();
  }
}
