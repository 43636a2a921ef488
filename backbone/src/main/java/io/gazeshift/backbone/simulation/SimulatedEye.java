package io.gazeshift.backbone.simulation;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.LandmarkPoints;
import java.util.random.RandomGenerator;

/**
 * One eye of a person: where the mesh would find its lids and its iris for a gaze. Points are in
 * head axes, millimetres from the middle between both eyes.
 */
final class SimulatedEye {

  /** How far the mesh's points lie off the lids of a person, for each of them and for the eye. */
  private static final double LID_BIAS_MM = 0.6;

  private static final double EYE_BIAS_MM = 0.3;
  private static final double IRIS_BIAS_MM = 0.25;

  /** Up and down the lids' edges guide the mesh better than along them. */
  private static final double BIAS_UP_SHARE = 0.7;

  /** Both eyes of a person are misjudged alike, and each in its own way. */
  private static final Spread IRIS_SIZE_BIAS = Spread.aroundZero(0.02);

  /** The lids arch forward over the eyeball. */
  private static final double ARCH_MM = 3;

  /** Makes the outline of the lids fuller than a sine. */
  private static final double ARCH_POWER = 0.8;

  /** The upper lid's highest point follows the iris sideways; millimetres for each degree. */
  private static final double APEX_TRAVEL = 0.03;

  private final EyeTraits traits;
  private final double side;
  private final double[] eyeBias;
  private final double[] irisBias;
  private final double[][] lidBias = new double[LandmarkPoints.LIDS][];
  private final double irisRadius;

  /**
   * An eye of a person.
   *
   * @param side -1 for the person's right eye, which is on the image's left, 1 for the left one
   */
  SimulatedEye(EyeTraits traits, int side, RandomGenerator random) {
    this.traits = traits;
    this.side = side;
    this.eyeBias = bias(random, EYE_BIAS_MM, 1);
    this.irisBias = bias(random, IRIS_BIAS_MM, 1);
    for (int i = 0; i < lidBias.length; i++) {
      lidBias[i] = bias(random, LID_BIAS_MM, BIAS_UP_SHARE);
    }
    this.irisRadius = traits.irisRadius * (1 + IRIS_SIZE_BIAS.draw(random));
  }

  private static double[] bias(RandomGenerator random, double mm, double upShare) {
    return new double[] {
      random.nextGaussian(0, mm), random.nextGaussian(0, mm * upShare), random.nextGaussian(0, mm)
    };
  }

  double irisRadius() {
    return irisRadius;
  }

  /** The centre of the iris; the gaze is that of the visual axis, in head axes. */
  double[] iris(Gaze inHead) {
    double[] optical =
        new Gaze(
                inHead.pitchRad() - traits.kappaUpRad,
                inHead.yawRad() - side * traits.kappaAcrossRad)
            .vector();
    return new double[] {
      side * traits.pupilsApart / 2
          + eyeBias[0]
          + irisBias[0]
          + traits.irisOrbit * traits.irisSeenAcross * optical[0],
      -traits.aboveCorners
          + eyeBias[1]
          + irisBias[1]
          + traits.irisOrbit * traits.irisSeenUp * optical[1],
      traits.depth + eyeBias[2] + irisBias[2] + traits.irisOrbit * optical[2]
    };
  }

  /** The 16 points of the lids in the order of the wire contract. */
  double[][] lids(Gaze inHead) {
    double[][] points = new double[LandmarkPoints.LIDS][];
    for (int i = 0; i < points.length; i++) {
      points[i] = lid(i, inHead);
    }
    return points;
  }

  private double[] lid(int point, Gaze inHead) {
    int inner = LandmarkPoints.INNER_CORNER;
    boolean upper = point > inner;
    double along = Math.PI * (upper ? point - inner : point) / inner;
    // 1 at the outer corner, -1 at the inner one.
    double outward = Math.cos(along);
    double arch = Math.pow(Math.abs(Math.sin(along)), ARCH_POWER);
    double height =
        upper
            ? -traits.upperLid - traits.upperLidTravel * inHead.pitchDeg()
            : traits.lowerLid - traits.lowerLidTravel * inHead.pitchDeg();
    double across =
        traits.cornerTravelAcross * inHead.yawDeg()
            + (upper ? arch * APEX_TRAVEL * inHead.yawDeg() : 0);
    double[] bias = lidBias[point];
    return new double[] {
      side * (traits.pupilsApart / 2 + traits.fissureOutward + outward * traits.fissure / 2)
          - across
          + eyeBias[0]
          + bias[0],
      arch * height
          - outward * traits.outerCornerRaised
          - traits.cornerTravelUp * inHead.pitchDeg()
          + eyeBias[1]
          + bias[1],
      -ARCH_MM * arch + outward * traits.innerCornerForward / 2 + eyeBias[2] + bias[2]
    };
  }
}
