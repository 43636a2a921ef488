package io.gazeshift.inference.person;

import io.gazeshift.protocol.Gaze;

/**
 * What is known of the person behind one face while it is followed: the fixation that is going on,
 * and the estimates from those before it. Not thread-safe.
 */
final class PersonTrack {

  /** A prediction further from the fixation's mean begins another one. */
  private static final double FIXATION_RAD = Math.toRadians(4);

  private static final int FEWEST_FRAMES = 3;

  /** A face that was away for longer may be another person's. */
  private static final long SAME_PERSON_MICROS = 2_000_000;

  private final long headVersion;
  private final AxisEstimate pitch = new AxisEstimate();
  private final AxisEstimate yaw = new AxisEstimate();
  private long lastMicros;
  private int frames;
  private double pitchSum;
  private double yawSum;

  /** Begins with a face that this head is the first to predict. */
  PersonTrack(long headVersion, long captureMicros) {
    this.headVersion = headVersion;
    this.lastMicros = captureMicros;
  }

  /** Another head has other errors, and a face that comes back may be another person's. */
  boolean continues(long version, long captureMicros) {
    return version == headVersion && captureMicros - lastMicros <= SAME_PERSON_MICROS;
  }

  /** Keeps the track alive without learning from the face. */
  void seen(long captureMicros) {
    lastMicros = Math.max(lastMicros, captureMicros);
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

  int fixations() {
    return pitch.count();
  }
}
