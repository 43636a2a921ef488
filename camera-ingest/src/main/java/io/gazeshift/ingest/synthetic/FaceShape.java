package io.gazeshift.ingest.synthetic;

import java.util.ArrayList;
import java.util.List;

/**
 * The surface of a head: an egg with everything else laid on as bumps, over longitude (0 is the
 * nose) and latitude (a right angle is the chin). In head axes, from a point between eyes and mouth
 * that {@link #centre} relates to the face centre.
 */
final class FaceShape {

  static final double EYE_Y_MM = -33;
  static final double NOSE_TIP_Y_MM = -2;
  static final double MOUTH_Y_MM = 38;
  static final double HALF_MOUTH_MM = 25;

  /** The middle of an eyeball. */
  static final double EYE_Z_MM = 10.5;

  /** The lids lie on an ellipsoid about the middle of the eyeball. */
  static final double LID_X_MM = 17.5;

  /** The corners of an eye lie lower than the middle of the eyeball, and further out. */
  static final double CORNERS_DOWN_MM = 1.6;

  static final double CORNERS_OUT_MM = 0.9;

  static final double LID_Y_MM = 13.2;
  static final double LID_Z_MM = 13;

  private static final double HALF_WIDTH_MM = 75;
  private static final double HALF_HEIGHT_MM = 118;
  private static final double HALF_DEPTH_MM = 96;
  private static final double MIDDLE_Y_MM = -30;
  private static final double MIDDLE_Z_MM = 86;
  private static final double NOSE_ROOT_Y_MM = -40;
  private static final double EAR_RAD = Math.toRadians(98);

  private final RenderedPerson.Build build;
  private final RenderedPerson.Hair hair;
  private final double eyeXMm;

  FaceShape(RenderedPerson person) {
    this.build = person.build();
    this.hair = person.hair();
    this.eyeXMm = person.eyes().halfDistanceMm();
  }

  /** Where the egg is, before anything is laid on. */
  void egg(double lonRad, double latRad, double[] out) {
    double cosLat = Math.cos(latRad);
    double sinLat = Math.sin(latRad);
    double y = MIDDLE_Y_MM + build.height() * HALF_HEIGHT_MM * sinLat;
    double cosLon = Curve.signedPower(Math.cos(lonRad), 0.9);
    double sinLon = Curve.signedPower(Math.sin(lonRad), 0.9);
    // The jaw is narrower than the forehead, and the neck begins where the skull ends.
    double jaw = 1 - 0.2 * Curve.step(-10, 80, y);
    double depth = cosLon > 0 ? 1 : 1 - 0.3 * Curve.step(0, 80, y);
    out[0] = HALF_WIDTH_MM * build.width() * jaw * Math.pow(cosLat, 0.75) * sinLon;
    out[1] = y;
    // Forehead and chin stand upright.
    double upright = cosLon > 0 ? sinLat > 0 ? 0.32 : 0.55 : 0.7;
    out[2] = MIDDLE_Z_MM - HALF_DEPTH_MM * depth * Math.pow(cosLat, upright) * cosLon;
  }

  /** The skin over a point of the egg, which it moves. */
  void layOn(double lonRad, double[] point) {
    double front = Curve.step(0.1, 0.5, Math.cos(lonRad));
    if (front > 0) {
      double relief = relief(point[0], point[1]);
      double face = point[2] - front * relief;
      point[2] = front * Curve.roundedMin(face, lid(point[0], point[1]), 3) + (1 - front) * face;
    }
    double outwards =
        14 * Curve.bell((Math.abs(lonRad) - EAR_RAD) / 0.085, (point[1] + 14) / 15)
            + hairMm() * hairAt(lonRad, point[1]);
    point[0] += outwards * Math.sin(lonRad);
    point[2] -= outwards * Math.cos(lonRad);
    if (point[1] < -70) {
      point[1] -= 0.6 * hairMm() * hairAt(lonRad, point[1]) * Curve.step(-70, -130, point[1]);
    }
  }

  /** How much hair there is at a place of the head, 0 to 1. */
  double hairAt(double lonRad, double yMm) {
    if (hair == RenderedPerson.Hair.BALD) {
      return 0;
    }
    double side = Math.abs(lonRad);
    double brow = hair == RenderedPerson.Hair.RECEDING ? -122 : -92;
    double ends = hair == RenderedPerson.Hair.LONG ? 200 : 40;
    double line =
        brow
            + 40 * Curve.step(0.55, 1.15, side)
            + (hair == RenderedPerson.Hair.LONG ? 50 : 30) * Curve.step(1.05, 1.3, side)
            + (ends - brow - 70)
                * Curve.step(1.45, hair == RenderedPerson.Hair.LONG ? 1.5 : 2.1, side);
    return Curve.step(line + 4, line - 4, yMm);
  }

  private double hairMm() {
    return hair == RenderedPerson.Hair.LONG ? 14 : 8;
  }

  /** What the six points that the face centre is the mean of amount to, from this origin. */
  double[] centre(RenderedPerson.Eyes eyes) {
    double[] sum = new double[3];
    for (double[] point : corners(eyes)) {
      sum[1] += point[1];
      sum[2] += point[2];
    }
    return new double[] {0, sum[1] / 6, sum[2] / 6};
  }

  /**
   * The points for the head pose, from this origin: the corners of eyes and mouth (no one speaks
   * here), and places of nose, forehead, temples, cheekbones and chin.
   */
  double[][] landmarks(RenderedPerson.Eyes eyes) {
    List<double[]> points = new ArrayList<>(corners(eyes));
    for (double y : new double[] {-75, -55, -30, -15, NOSE_TIP_Y_MM, 20, 70}) {
      points.add(skin(0, y));
    }
    for (int side = -1; side <= 1; side += 2) {
      points.add(skin(side * 11 * build.noseWidth(), NOSE_TIP_Y_MM + 1));
      points.add(skin(side * 35, -70));
      points.add(skin(side * 55, -35));
      points.add(skin(side * 45, 0));
    }
    return points.toArray(double[][]::new);
  }

  private List<double[]> corners(RenderedPerson.Eyes eyes) {
    List<double[]> points = new ArrayList<>();
    double middle = eyes.halfDistanceMm() + CORNERS_OUT_MM;
    double height = EYE_Y_MM + CORNERS_DOWN_MM;
    for (int side = -1; side <= 1; side += 2) {
      points.add(skin(side * (middle - eyes.halfOpeningMm()), height + eyes.tiltMm()));
      points.add(skin(side * (middle + eyes.halfOpeningMm()), height - eyes.tiltMm()));
      points.add(skin(side * HALF_MOUTH_MM, MOUTH_Y_MM));
    }
    return points;
  }

  /** The point of the face that lies over x and y. */
  private double[] skin(double x, double y) {
    double[] point = new double[3];
    double lat = Math.asin((y - MIDDLE_Y_MM) / (HALF_HEIGHT_MM * build.height()));
    double low = -1.4;
    double high = 1.4;
    for (int i = 0; i < 40; i++) {
      egg((low + high) / 2, lat, point);
      if (point[0] < x) {
        low = (low + high) / 2;
      } else {
        high = (low + high) / 2;
      }
    }
    layOn((low + high) / 2, point);
    return point;
  }

  /** How far the face stands out of the egg. */
  private double relief(double x, double y) {
    double side = Math.abs(x);
    return nose(x, y)
        + 7 * Curve.bell((side - 11 * build.noseWidth()) / 5, (y - NOSE_TIP_Y_MM - 1) / 5)
        - 7 * Curve.bell((side - eyeXMm) / 15, (y - EYE_Y_MM) / 10)
        + 5 * Curve.bell((side - 27) / 20, (y + 50) / 7)
        + 5 * Curve.bell((side - 40) / 15, (y + 2) / 17)
        - 3 * Curve.bell((side - 38) / 12, (y - 34) / 14)
        + 6 * Curve.bell(x / 22, (y - MOUTH_Y_MM) / 12)
        + 0.45 * build.lipsMm() * Curve.bell(x / 17, (y - MOUTH_Y_MM + 4) / 2.6)
        + 0.6 * build.lipsMm() * Curve.bell(x / 15, (y - MOUTH_Y_MM - 5) / 3.2)
        - 2.5 * Curve.bell(x / 16, (y - MOUTH_Y_MM - 14) / 4)
        - 1.5 * Curve.bell(x / 3, (y - 22) / 6)
        // Jaws and teeth carry lips and chin forward.
        + 7 * Curve.bell(x / 30, (y - MOUTH_Y_MM - 7) / 28)
        + 8 * Curve.bell(x / 16, (y - 70) / 11);
  }

  /** Rises from between the eyes to its tip, then ends steeply. */
  private double nose(double x, double y) {
    double along = (y - NOSE_ROOT_Y_MM) / (NOSE_TIP_Y_MM - NOSE_ROOT_Y_MM);
    if (along <= 0) {
      return 0;
    }
    double rise = Math.pow(Math.min(along, 1), 1.2);
    double ridge =
        along < 1
            ? build.noseMm() * rise
            : build.noseMm() * Math.exp(-Math.pow((y - NOSE_TIP_Y_MM) / 5.5, 2));
    double width = build.noseWidth() * (5.5 + 4 * Math.pow(Math.min(1, along), 2));
    return ridge * Curve.bell(x / width);
  }

  private double lid(double x, double y) {
    double u = (Math.abs(x) - eyeXMm) / LID_X_MM;
    double v = (y - EYE_Y_MM) / LID_Y_MM;
    double inside = 1 - u * u - v * v;
    return inside <= 0 ? Double.MAX_VALUE : EYE_Z_MM - LID_Z_MM * Math.sqrt(inside);
  }
}
