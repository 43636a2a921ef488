package io.gazeshift.backbone.simulation;

import io.gazeshift.ingest.locate.RigidFace;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.LandmarkPoints;
import java.util.random.RandomGenerator;

/**
 * A person: two eyes in a skull that differs from the average face. A head's pose is found by
 * fitting the average face, so what differs becomes an error of the pose that stays with the
 * person: mostly of its pitch, by how steep a face is.
 */
final class SimulatedPerson {

  /** Anthropometry: a few percent in width, height and depth. */
  private static final Spread WIDTH = new Spread(1, 0.04);

  private static final Spread HEIGHT = new Spread(1, 0.05);
  private static final Spread DEPTH = new Spread(1, 0.08);

  /** How steep the face is, in degrees; ten people: the pitch of their heads is off by as much. */
  private static final Spread SLANT = Spread.aroundZero(4);

  /** How much one half of the face lies before the other, likewise. */
  private static final Spread SKEW = Spread.aroundZero(1.5);

  /**
   * How far the eyes lie off their place in the skull: across, down and deep. A guess, made after
   * the two people (see {@link EyeTraits}) had shown that without it a head trusts the skull's
   * points too much.
   */
  private static final double[] EYES_OFF_MM = {1, 1.5, 2};

  /** How far the mesh's points lie off the same spot of another skull. */
  private static final double POINT_BIAS_MM = 1.3;

  private final SimulatedEye right;
  private final SimulatedEye left;
  private final double[] eyesOff = new double[3];
  private final double[][] skull;
  private final double[] centre;

  SimulatedPerson(RigidFace average, RandomGenerator random) {
    EyeTraits traits = new EyeTraits(random);
    this.right = new SimulatedEye(traits, -1, random);
    this.left = new SimulatedEye(traits, 1, random);
    double[] scale = {WIDTH.draw(random), HEIGHT.draw(random), DEPTH.draw(random)};
    double slant = Math.tan(Math.toRadians(SLANT.draw(random)));
    double skew = Math.tan(Math.toRadians(SKEW.draw(random)));
    for (int axis = 0; axis < eyesOff.length; axis++) {
      eyesOff[axis] = random.nextGaussian(0, EYES_OFF_MM[axis]);
    }
    double[] eyes = average.betweenEyesMm();
    this.skull = new double[LandmarkPoints.SKULL][];
    for (int i = 0; i < skull.length; i++) {
      double[] point = average.skullMm()[i];
      double[] formed =
          formed(scale, slant, skew, point[0] - eyes[0], point[1] - eyes[1], point[2] - eyes[2]);
      for (int axis = 0; axis < formed.length; axis++) {
        formed[axis] += random.nextGaussian(0, POINT_BIAS_MM);
      }
      skull[i] = formed;
    }
    this.centre = formed(scale, slant, skew, -eyes[0], -eyes[1], -eyes[2]);
  }

  private static double[] formed(
      double[] scale, double slant, double skew, double x, double y, double z) {
    double across = scale[0] * x;
    double down = scale[1] * y;
    return new double[] {across, down, scale[2] * z + slant * down + skew * across};
  }

  SimulatedEye right() {
    return right;
  }

  SimulatedEye left() {
    return left;
  }

  /** In head axes, millimetres from the face centre: the skull's points. */
  double[][] skullMm() {
    double[][] points = new double[skull.length][];
    for (int i = 0; i < points.length; i++) {
      points[i] = fromCentre(skull[i], false);
    }
    return points;
  }

  /** Likewise the points of an eye's lids. */
  double[][] lidsMm(SimulatedEye eye, Gaze inHead) {
    double[][] points = eye.lids(inHead);
    for (int i = 0; i < points.length; i++) {
      points[i] = fromCentre(points[i], true);
    }
    return points;
  }

  /** Likewise the centre of an iris. */
  double[] irisMm(SimulatedEye eye, Gaze inHead) {
    return fromCentre(eye.iris(inHead), true);
  }

  private double[] fromCentre(double[] fromEyes, boolean isOfEye) {
    double[] moved = new double[3];
    for (int axis = 0; axis < moved.length; axis++) {
      moved[axis] = fromEyes[axis] - centre[axis] + (isOfEye ? eyesOff[axis] : 0);
    }
    return moved;
  }
}
