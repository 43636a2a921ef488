package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.random.RandomGenerator;

/**
 * What one person does over time: the gaze jumps from one fixation to the next and trembles a
 * little, the eyes blink, the head follows the gaze part of the way and sways. Time must not run
 * backwards from call to call.
 */
final class Motion {

  private static final Range FIXATION_S = new Range(0.2, 0.6);
  private static final Range BETWEEN_BLINKS_S = new Range(2, 5);
  private static final double BLINK_S = 0.24;

  /** A saccade takes longer the wider it is. */
  private static final double SACCADE_S = 0.021;

  private static final double SACCADE_S_PER_RAD = 0.126;
  private static final double TREMBLE_DEG = 0.12;
  private static final double HEAD_LAG_S = 0.25;

  /** How far eyes turn in the head before the head must come along. */
  private static final double MOST_YAW_RAD = Math.toRadians(33);

  private static final double MOST_PITCH_RAD = Math.toRadians(24);

  /** What the head turns about, from the face centre in head axes. */
  private static final double[] NECK_MM = {0, 75, 95};

  private final Seat seat;
  private final HeadHabit habit;
  private final Rotation seatToCamera;
  private final SceneGaze.Glances glances;
  private final RandomGenerator random;
  private final SceneDrift[] sway = new SceneDrift[6];
  private final SceneDrift[] tremble = new SceneDrift[2];
  private final SceneDrift brightness;

  private double[] previous;
  private double[] current;
  private double fixationStartS;
  private double fixationEndS;
  private double saccadeS;
  private double blinkStartS;
  private double lastS;
  private Gaze headTarget;

  Motion(SyntheticScene scene, RandomGenerator random) {
    this(scene, random, 0);
  }

  /** Sits down at that time. */
  Motion(SyntheticScene scene, RandomGenerator random, double startS) {
    this.seat = scene.seat();
    this.habit = scene.head();
    this.seatToCamera = seat.seatToCamera();
    this.random = random;
    for (int i = 0; i < sway.length; i++) {
      sway[i] = new SceneDrift(0.055, 0.22, random);
    }
    for (int i = 0; i < tremble.length; i++) {
      tremble[i] = new SceneDrift(1.1, 7, random);
    }
    this.brightness = new SceneDrift(0.05, 0.21, random);
    this.glances = scene.gaze().begin(seat, random);
    this.fixationStartS = startS;
    this.fixationEndS = startS + FIXATION_S.at(random.nextDouble());
    this.current = glances.next(fixationEndS - startS);
    this.previous = current;
    this.blinkStartS = startS + random.nextDouble(1, 4);
    this.lastS = startS;
    this.headTarget = inSeat(current);
  }

  Moment at(double timeS) {
    double[] point = fixatedAt(timeS);
    Gaze wanted = inSeat(point);
    double keep = Math.exp(-(timeS - lastS) / HEAD_LAG_S);
    lastS = timeS;
    headTarget =
        new Gaze(
            wanted.pitchRad() + keep * (headTarget.pitchRad() - wanted.pitchRad()),
            wanted.yawRad() + keep * (headTarget.yawRad() - wanted.yawRad()));
    HeadPose head = headAt(timeS, wanted);
    Gaze exact = Gaze.along(point[0] - head.xMm(), point[1] - head.yMm(), point[2] - head.zMm());
    Gaze gaze =
        new Gaze(
            exact.pitchRad() + Math.toRadians(TREMBLE_DEG * tremble[0].at(timeS)),
            exact.yawRad() + Math.toRadians(TREMBLE_DEG * tremble[1].at(timeS)));
    double far =
        Math.sqrt(
            Math.pow(point[0] - head.xMm(), 2)
                + Math.pow(point[1] - head.yMm(), 2)
                + Math.pow(point[2] - head.zMm(), 2));
    return new Moment(
        head, bodyAt(timeS), gaze, far, opennessAt(timeS), (brightness.at(timeS) + 1) / 2);
  }

  private double[] fixatedAt(double timeS) {
    while (timeS >= fixationEndS) {
      previous = current;
      fixationStartS = fixationEndS;
      double seconds = FIXATION_S.at(random.nextDouble());
      current = glances.next(seconds);
      saccadeS = SACCADE_S + SACCADE_S_PER_RAD * inSeat(current).angleToRad(inSeat(previous));
      fixationEndS = fixationStartS + saccadeS + seconds;
    }
    double s = saccadeS > 0 ? Math.min(1, (timeS - fixationStartS) / saccadeS) : 1;
    double eased = s * s * (3 - 2 * s);
    double[] point = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      point[axis] = previous[axis] + eased * (current[axis] - previous[axis]);
    }
    return point;
  }

  private double opennessAt(double timeS) {
    while (timeS >= blinkStartS + BLINK_S) {
      blinkStartS += BLINK_S + BETWEEN_BLINKS_S.at(random.nextDouble());
    }
    if (timeS < blinkStartS) {
      return 1;
    }
    double phase = (timeS - blinkStartS) / BLINK_S;
    return 0.5 + 0.5 * Math.cos(2 * Math.PI * phase);
  }

  /** In seat axes the head turns about the neck, and never leaves the eyes behind. */
  private HeadPose headAt(double timeS, Gaze wanted) {
    double yaw =
        habit.follow() * headTarget.yawRad() + Math.toRadians(habit.yawDeg() * sway[0].at(timeS));
    double pitch =
        habit.follow() * headTarget.pitchRad()
            + Math.toRadians(habit.pitchDeg() * sway[1].at(timeS));
    yaw = within(yaw, wanted.yawRad(), MOST_YAW_RAD);
    pitch = within(pitch, wanted.pitchRad(), MOST_PITCH_RAD);
    Rotation turned =
        Rotation.about(0, 1, 0, yaw)
            .after(Rotation.about(1, 0, 0, -pitch))
            .after(Rotation.about(0, 0, 1, Math.toRadians(habit.rollDeg() * sway[2].at(timeS))));
    double[] neck = turned.apply(NECK_MM);
    double[] centre =
        seat.toCamera(
            NECK_MM[0] - neck[0] + habit.sideMm() * sway[3].at(timeS),
            NECK_MM[1] - neck[1] + habit.heightMm() * sway[4].at(timeS),
            NECK_MM[2] - neck[2] + habit.depthMm() * sway[5].at(timeS));
    return new HeadPose(seatToCamera.after(turned), centre[0], centre[1], centre[2]);
  }

  private HeadPose bodyAt(double timeS) {
    double[] at =
        seat.toCamera(
            habit.sideMm() * sway[3].at(timeS),
            habit.heightMm() * sway[4].at(timeS),
            habit.depthMm() * sway[5].at(timeS));
    return new HeadPose(seatToCamera, at[0], at[1], at[2]);
  }

  /** The direction of a point from the face at rest, in seat axes. */
  private Gaze inSeat(double[] point) {
    double[] v =
        seatToCamera
            .inverse()
            .apply(new double[] {point[0], point[1], point[2] - seat.distanceMm()});
    return Gaze.along(v[0], v[1], v[2]);
  }

  private static double within(double value, double middle, double reach) {
    return Math.max(middle - reach, Math.min(middle + reach, value));
  }
}
