package io.gazeshift.backbone.landmarks;

import io.gazeshift.backbone.landmarks.LandmarkRow.Side;
import io.gazeshift.protocol.LandmarkPoints;

/**
 * How far the landmarks of a face can be believed to tell its gaze. The mesh always answers, also
 * for shut eyes, sunglasses and profiles; there its irises have the wrong size, differ from each
 * other, leave the lids, or the lids touch.
 */
public final class LandmarkPlausibility {

  /** Half of the 11.7 mm that an iris measures in everybody. */
  private static final double IRIS_RADIUS_MM = 5.85;

  /**
   * The iris's radius as a multiple of {@link #IRIS_RADIUS_MM}: faces differ from the average one
   * by 5 percent, irises by 4, the mesh by 4.
   */
  private static final Ramp IRIS_NOT_SMALL = new Ramp(0.6, 0.8);

  private static final Ramp IRIS_NOT_LARGE = new Ramp(1.5, 1.25);

  /** The smaller radius as a share of the larger one. */
  private static final Ramp IRISES_ALIKE = new Ramp(0.6, 0.8);

  /** The gap between the lids as a share of the iris's diameter; squinting halves it. */
  private static final Ramp LIDS_APART = new Ramp(0.15, 0.35);

  /** How far the iris's centre lies outside of the lids, as a share of its radius. */
  private static final Ramp IRIS_BETWEEN_LIDS = new Ramp(0.6, 0.1);

  /** The cosine of the angle between the face and the camera: from 50 to 70 degrees. */
  private static final Ramp HEAD_TURNED_TO_CAMERA = new Ramp(0.34, 0.64);

  /** The middle of the lower lid and of the upper one. */
  private static final int LOWER_FIRST = 3;

  private static final int LOWER_LAST = 5;
  private static final int UPPER_FIRST = 11;
  private static final int UPPER_LAST = 13;

  private LandmarkPlausibility() {}

  /** From 0, of no use, to 1; the worst of all signs decides. */
  public static double score(float[] row) {
    LandmarkRow face = new LandmarkRow(row);
    double right = face.irisRadius(Side.RIGHT);
    double left = face.irisRadius(Side.LEFT);
    double towardsCamera =
        Math.sqrt(
            Math.max(
                0, 1 - square(face.forward(LandmarkRow.X)) - square(face.forward(LandmarkRow.Y))));
    double worst =
        Math.min(
            IRISES_ALIKE.of(Math.min(right, left) / Math.max(right, left)),
            HEAD_TURNED_TO_CAMERA.of(towardsCamera));
    for (Side side : Side.values()) {
      worst = Math.min(worst, eye(face, side));
    }
    return worst;
  }

  private static double eye(LandmarkRow face, Side side) {
    double radius = face.irisRadius(side);
    double size = radius / IRIS_RADIUS_MM;
    double upper = face.lidHeight(side, UPPER_FIRST, UPPER_LAST);
    double lower = face.lidHeight(side, LOWER_FIRST, LOWER_LAST);
    double iris = face.iris(side, LandmarkRow.Y) - face.middle(side, LandmarkRow.Y);
    double outside =
        Math.max(
            Math.max(upper - iris, iris - lower),
            Math.abs(face.iris(side, LandmarkRow.X) - face.middle(side, LandmarkRow.X))
                - halfWidth(face, side));
    return Math.min(
        Math.min(IRIS_NOT_SMALL.of(size), IRIS_NOT_LARGE.of(size)),
        Math.min(
            LIDS_APART.of((lower - upper) / (2 * radius)), IRIS_BETWEEN_LIDS.of(outside / radius)));
  }

  private static double halfWidth(LandmarkRow face, Side side) {
    return Math.abs(
            face.lid(side, LandmarkPoints.OUTER_CORNER, LandmarkRow.X)
                - face.lid(side, LandmarkPoints.INNER_CORNER, LandmarkRow.X))
        / 2;
  }

  private static double square(double value) {
    return value * value;
  }

  /** From 0 at one value to 1 at another, which may be the smaller one; 0 for what is no number. */
  private record Ramp(double zeroAt, double oneAt) {

    double of(double value) {
      double share = (value - zeroAt) / (oneAt - zeroAt);
      return share > 0 ? Math.min(1, share) : 0;
    }
  }
}
