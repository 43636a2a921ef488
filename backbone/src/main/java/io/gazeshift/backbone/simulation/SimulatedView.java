package io.gazeshift.backbone.simulation;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.random.RandomGenerator;

/**
 * How a face is seen: the head's turn and distance, and the gaze in head axes. Wide enough that no
 * camera and no task is left out; a narrow one would pull every prediction towards its middle.
 */
record SimulatedView(Rotation headToCamera, double distanceMm, Gaze inHead) {

  private static final double HEAD_YAW_DEG = 40;
  private static final Spread HEAD_PITCH_DEG = Spread.aroundZero(12);

  /** Eyes rarely turn further than 15 degrees before the head follows. */
  private static final Spread EYE_YAW_DEG = Spread.aroundZero(14);

  /**
   * Wider than eyes really move: what the lids of a person say about pitch is uncertain, and a
   * narrow spread would have a head answer it with pitches near 0. Two people (see {@link
   * EyeTraits}): 14 gave a slope of 0.59.
   */
  private static final Spread EYE_PITCH_DEG = Spread.aroundZero(16);

  /** What an eye can do. */
  private static final double EYE_YAW_BOUND_DEG = 40;

  private static final double EYE_UP_BOUND_DEG = 29;
  private static final double EYE_DOWN_BOUND_DEG = 34;

  /** From a laptop to a wall. */
  private static final double NEAREST_MM = 400;

  private static final double FURTHEST_MM = 2200;

  /** A gaze further away from the camera than about 70 degrees is no target. */
  private static final double LEAST_TOWARDS_CAMERA = 0.3;

  static SimulatedView draw(RandomGenerator random) {
    SimulatedView view;
    do {
      Rotation yaw =
          Rotation.about(0, 1, 0, Math.toRadians(random.nextDouble(-HEAD_YAW_DEG, HEAD_YAW_DEG)));
      Rotation pitch = Rotation.about(1, 0, 0, -Math.toRadians(HEAD_PITCH_DEG.draw(random)));
      double logDistance = random.nextDouble(Math.log(NEAREST_MM), Math.log(FURTHEST_MM));
      Gaze inHead =
          Gaze.ofDegrees(
              bounded(EYE_PITCH_DEG.draw(random), -EYE_DOWN_BOUND_DEG, EYE_UP_BOUND_DEG),
              bounded(EYE_YAW_DEG.draw(random), -EYE_YAW_BOUND_DEG, EYE_YAW_BOUND_DEG));
      view = new SimulatedView(yaw.after(pitch), Math.exp(logDistance), inHead);
    } while (-view.inCamera().vector()[2] < LEAST_TOWARDS_CAMERA);
    return view;
  }

  private static double bounded(double value, double low, double high) {
    return Math.max(low, Math.min(high, value));
  }

  Gaze inCamera() {
    return inHead.rotatedBy(headToCamera);
  }
}
