package io.gazeshift.ingest.synthetic;

/**
 * The skin as a height field in head axes (mm from the face centre): an ellipsoid with the nose,
 * the eye sockets and the rest laid on as bumps.
 */
final class FaceSurface {

  /** Height of the eyes above the face centre. */
  static final double EYE_Y_MM = -33;

  private static final double HALF_WIDTH_MM = 72;
  private static final double HALF_HEIGHT_MM = 100;
  private static final double MIDDLE_Y_MM = -12;
  private static final double HALF_DEPTH_MM = 80;
  private static final double NORMAL_STEP_MM = 1.5;

  private final double halfWidthMm;
  private final double eyeXMm;

  FaceSurface(Person person) {
    this.halfWidthMm = HALF_WIDTH_MM * person.widthFactor();
    this.eyeXMm = person.halfEyeDistanceMm();
  }

  /** The point over (x, y), lifted towards the camera by that much. */
  double[] point(double xMm, double yMm, double liftMm) {
    return new double[] {xMm, yMm, depth(xMm, yMm) - liftMm};
  }

  /** The point of the face's disc: rim 0 is the middle, 1 the edge seen from the front. */
  double[] point(double rim, double angleRad) {
    double x = halfWidthMm * rim * Math.cos(angleRad);
    // The jaw is narrower than the forehead.
    double y = HALF_HEIGHT_MM * rim * Math.sin(angleRad);
    double taper = y > 0 ? 1 - 0.18 * Math.pow(y / HALF_HEIGHT_MM, 2) : 1;
    return point(x * taper, y + MIDDLE_Y_MM, 0);
  }

  /** Unit normal, out of the skin, in head axes. */
  double[] normal(double xMm, double yMm) {
    double h = NORMAL_STEP_MM;
    double dx = (depth(xMm + h, yMm) - depth(xMm - h, yMm)) / (2 * h);
    double dy = (depth(xMm, yMm + h) - depth(xMm, yMm - h)) / (2 * h);
    double length = Math.sqrt(dx * dx + dy * dy + 1);
    return new double[] {dx / length, dy / length, -1 / length};
  }

  private double depth(double x, double y) {
    double u = x / halfWidthMm;
    double v = (y - MIDDLE_Y_MM) / HALF_HEIGHT_MM;
    double skull = HALF_DEPTH_MM * (1 - Math.sqrt(Math.max(0.03, 1 - u * u - v * v))) - 10;
    double side = Math.abs(x);
    return skull
        - nose(x, y)
        - 7 * bump((side - 11) / 5, (y - 13) / 5)
        + 7 * bump((side - eyeXMm) / 14, (y - EYE_Y_MM) / 9)
        - 4 * bump((side - 27) / 20, (y + 49) / 6)
        - 5 * bump((side - 38) / 16, (y + 2) / 18)
        - 6 * bump(x / 24, (y - 35) / 10)
        - 14 * bump(x / 17, (y - 66) / 14);
  }

  /** Rises from between the eyes to its tip, then ends steeply. */
  private static double nose(double x, double y) {
    double along = (y + 36) / 48;
    if (along <= 0) {
      return 0;
    }
    double ridge = along < 1 ? 19 * along : 19 * Math.exp(-Math.pow((y - 12) / 5, 2));
    return ridge * bump(x / (6 + 3 * Math.min(1, along)), 0);
  }

  private static double bump(double u, double v) {
    return Math.exp(-(u * u + v * v) / 2);
  }
}
