package io.gazeshift.ingest.synthetic;

/** The few one-dimensional curves that faces are made of. */
final class Curve {

  private Curve() {}

  /** From 0 below the first edge to 1 above the second, without corners; either may be larger. */
  static double step(double from, double to, double x) {
    double t = Math.max(0, Math.min(1, (x - from) / (to - from)));
    return t * t * (3 - 2 * t);
  }

  /** 1 in the middle, falling off like a bell. */
  static double bell(double u) {
    return Math.exp(-u * u / 2);
  }

  static double bell(double u, double v) {
    return Math.exp(-(u * u + v * v) / 2);
  }

  /** The lesser of two, rounded where they meet within {@code width}. */
  static double roundedMin(double a, double b, double width) {
    double h = Math.max(width - Math.abs(a - b), 0) / width;
    return Math.min(a, b) - h * h * width / 4;
  }

  /** A power that keeps the sign. */
  static double signedPower(double x, double exponent) {
    return Math.signum(x) * Math.pow(Math.abs(x), exponent);
  }
}
