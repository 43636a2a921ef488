package io.gazeshift.targets.hit;

/**
 * Inverse functions to 1e-7, far below what a gaze can be known to, in a fraction of the time that
 * {@link Math} takes: the polynomials 4.4.46 and 4.4.49 of Abramowitz and Stegun.
 */
final class FastAngles {

  private static final double[] ACOS = {
    1.5707963050,
    -0.2145988016,
    0.0889789874,
    -0.0501743046,
    0.0308918810,
    -0.0170881256,
    0.0066700901,
    -0.0012624911
  };

  private static final double[] ATAN = {
    1,
    -0.3333314528,
    0.1999355085,
    -0.1420889944,
    0.1065626393,
    -0.0752896400,
    0.0429096138,
    -0.0161657367,
    0.0028662257
  };

  private FastAngles() {}

  /** Values beyond ±1 count as ±1. */
  static double acos(double cosine) {
    double x = Math.min(1, Math.abs(cosine));
    double angle = Math.sqrt(1 - x) * polynomial(ACOS, x);
    return cosine < 0 ? Math.PI - angle : angle;
  }

  /** Of a vector of any length; 0 for one of length 0. */
  static double atan2(double y, double x) {
    double ax = Math.abs(x);
    double ay = Math.abs(y);
    double longer = Math.max(ax, ay);
    if (longer == 0) {
      return 0;
    }
    double t = Math.min(ax, ay) / longer;
    double angle = t * polynomial(ATAN, t * t);
    if (ay > ax) {
      angle = Math.PI / 2 - angle;
    }
    if (x < 0) {
      angle = Math.PI - angle;
    }
    return y < 0 ? -angle : angle;
  }

  private static double polynomial(double[] coefficients, double x) {
    double sum = 0;
    for (int i = coefficients.length - 1; i >= 0; i--) {
      sum = sum * x + coefficients[i];
    }
    return sum;
  }
}
