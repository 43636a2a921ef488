package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.random.RandomGenerator;

/**
 * What the person does over time: the gaze jumps from one fixation to the next, the eyes blink, the
 * head drifts and the light changes. Time must not run backwards from call to call.
 */
final class Motion {

  private static final double SACCADE_S = 0.05;
  private static final double BLINK_S = 0.24;
  private static final double HEAD_DISTANCE_MM = 600;

  private final SyntheticScene scene;
  private final RandomGenerator random;
  private final Drift headYaw;
  private final Drift headPitch;
  private final Drift headRoll;
  private final Drift headX;
  private final Drift headY;
  private final Drift headZ;
  private final Drift light;

  private Gaze previous;
  private Gaze current;
  private double fixationStartS;
  private double fixationEndS;
  private double blinkStartS;

  Motion(SyntheticScene scene, RandomGenerator random) {
    this.scene = scene;
    this.random = random;
    this.headYaw = new Drift(6, random);
    this.headPitch = new Drift(4, random);
    this.headRoll = new Drift(4, random);
    this.headX = new Drift(35, random);
    this.headY = new Drift(20, random);
    this.headZ = new Drift(40, random);
    this.light = new Drift(1, random);
    this.current = target();
    this.previous = current;
    this.fixationStartS = -SACCADE_S;
    this.fixationEndS = fixationLength();
    this.blinkStartS = random.nextDouble(1, 4);
  }

  SyntheticTruth at(long frameSeq, double timeS) {
    return new SyntheticTruth(
        frameSeq,
        headAt(timeS),
        gazeAt(timeS),
        opennessAt(timeS),
        scene.light().at((light.at(timeS) + 1) / 2));
  }

  private Gaze gazeAt(double timeS) {
    while (timeS >= fixationEndS) {
      previous = current;
      current = target();
      fixationStartS = fixationEndS;
      fixationEndS += fixationLength();
    }
    double s = Math.min(1, (timeS - fixationStartS) / SACCADE_S);
    double eased = s * s * (3 - 2 * s);
    return new Gaze(
        previous.pitchRad() + eased * (current.pitchRad() - previous.pitchRad()),
        previous.yawRad() + eased * (current.yawRad() - previous.yawRad()));
  }

  private double opennessAt(double timeS) {
    while (timeS >= blinkStartS + BLINK_S) {
      blinkStartS += BLINK_S + random.nextDouble(2, 5);
    }
    if (timeS < blinkStartS) {
      return 1;
    }
    double phase = (timeS - blinkStartS) / BLINK_S;
    return 0.5 + 0.5 * Math.cos(2 * Math.PI * phase);
  }

  private HeadPose headAt(double timeS) {
    Rotation yaw = Rotation.about(0, 1, 0, Math.toRadians(headYaw.at(timeS)));
    Rotation pitch = Rotation.about(1, 0, 0, Math.toRadians(headPitch.at(timeS)));
    Rotation roll = Rotation.about(0, 0, 1, Math.toRadians(headRoll.at(timeS)));
    return new HeadPose(
        roll.after(yaw).after(pitch),
        headX.at(timeS),
        headY.at(timeS),
        HEAD_DISTANCE_MM + headZ.at(timeS));
  }

  private Gaze target() {
    return Gaze.ofDegrees(
        scene.pitchDeg().at(random.nextDouble()), scene.yawDeg().at(random.nextDouble()));
  }

  private double fixationLength() {
    return random.nextDouble(0.25, 0.9);
  }

  /** Two slow waves that never line up, within plus and minus an amplitude. */
  private static final class Drift {

    private final double amplitude;
    private final double slowHz;
    private final double fastHz;
    private final double slowPhase;
    private final double fastPhase;

    Drift(double amplitude, RandomGenerator random) {
      this.amplitude = amplitude;
      this.slowHz = random.nextDouble(0.03, 0.08);
      this.fastHz = random.nextDouble(0.15, 0.3);
      this.slowPhase = random.nextDouble(2 * Math.PI);
      this.fastPhase = random.nextDouble(2 * Math.PI);
    }

    double at(double timeS) {
      return amplitude
          * (0.7 * Math.sin(2 * Math.PI * slowHz * timeS + slowPhase)
              + 0.3 * Math.sin(2 * Math.PI * fastHz * timeS + fastPhase));
    }
  }
}
