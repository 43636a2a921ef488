package io.gazeshift.ingest.normalise;

import io.gazeshift.protocol.LandmarkPoints;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceLandmarks;

/**
 * How far the irises of a face can be believed. The mesh always answers, also for shut eyes and
 * sunglasses; there its irises have the wrong size, differ from each other or leave the lids, or
 * the lids touch.
 */
final class IrisPlausibility {

  /** Half of the 11.7 mm that an iris measures in nearly every adult. */
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

  /** The middle of the lower lid and of the upper one. */
  private static final int LOWER_FIRST = 3;

  private static final int LOWER_LAST = 5;
  private static final int UPPER_FIRST = 11;
  private static final int UPPER_LAST = 13;

  private IrisPlausibility() {}

  /** From 0, of no use, to 1; the worst of all signs decides. */
  static double score(FaceLandmarks face) {
    double right = face.getRight().getIrisRadius();
    double left = face.getLeft().getIrisRadius();
    double alike = IRISES_ALIKE.of(Math.min(right, left) / Math.max(right, left));
    return Math.min(alike, Math.min(eye(face.getRight()), eye(face.getLeft())));
  }

  private static double eye(EyeLandmarks eye) {
    double radius = eye.getIrisRadius();
    double size = radius / IRIS_RADIUS_MM;
    double upper = height(eye, UPPER_FIRST, UPPER_LAST);
    double lower = height(eye, LOWER_FIRST, LOWER_LAST);
    double middleX =
        (x(eye, LandmarkPoints.OUTER_CORNER) + x(eye, LandmarkPoints.INNER_CORNER)) / 2;
    double halfWidth =
        Math.abs(x(eye, LandmarkPoints.OUTER_CORNER) - x(eye, LandmarkPoints.INNER_CORNER)) / 2;
    double outside =
        Math.max(
            Math.max(upper - eye.getIrisY(), eye.getIrisY() - lower),
            Math.abs(eye.getIrisX() - middleX) - halfWidth);
    return Math.min(
        Math.min(IRIS_NOT_SMALL.of(size), IRIS_NOT_LARGE.of(size)),
        Math.min(
            LIDS_APART.of((lower - upper) / (2 * radius)), IRIS_BETWEEN_LIDS.of(outside / radius)));
  }

  private static double x(EyeLandmarks eye, int point) {
    return eye.getLids(2 * point);
  }

  /** The mean height of some points of the lids; down is positive. */
  private static double height(EyeLandmarks eye, int first, int last) {
    double sum = 0;
    for (int point = first; point <= last; point++) {
      sum += eye.getLids(2 * point + 1);
    }
    return sum / (last - first + 1);
  }

  /** From 0 at one value to 1 at another, which may be the smaller one; 0 for what is no number. */
  private record Ramp(double zeroAt, double oneAt) {

    double of(double value) {
      double share = (value - zeroAt) / (oneAt - zeroAt);
      return share > 0 ? Math.min(1, share) : 0;
    }
  }
}
