package io.gazeshift.ingest.synthetic;

import java.util.Arrays;

/** Geometry of flat polygons, x y x y ... */
final class Polygons {

  private Polygons() {}

  /** The part of a polygon within a convex one (Sutherland and Hodgman); empty if there is none. */
  static double[] clip(double[] polygon, double[] convex) {
    double orientation = Math.signum(area(convex));
    double[] rest = polygon;
    for (int i = 0; i < convex.length; i += 2) {
      int j = (i + 2) % convex.length;
      rest = keepInside(rest, convex[i], convex[i + 1], convex[j], convex[j + 1], orientation);
    }
    return rest;
  }

  /** One curve forth and the other back. */
  static double[] between(double[] forth, double[] back) {
    double[] polygon = new double[forth.length + back.length];
    System.arraycopy(forth, 0, polygon, 0, forth.length);
    for (int i = 0; i < back.length; i += 2) {
      polygon[forth.length + i] = back[back.length - 2 - i];
      polygon[forth.length + i + 1] = back[back.length - 1 - i];
    }
    return polygon;
  }

  /** Twice the area, above 0 where the corners run clockwise on the screen. */
  private static double area(double[] p) {
    double sum = 0;
    for (int i = 0; i < p.length; i += 2) {
      int j = (i + 2) % p.length;
      sum += p[i] * p[j + 1] - p[j] * p[i + 1];
    }
    return sum;
  }

  private static double[] keepInside(
      double[] p, double ax, double ay, double bx, double by, double orientation) {
    // Cutting by one line adds one corner at most to a convex polygon, n to any other.
    double[] kept = new double[2 * p.length];
    int n = 0;
    for (int i = 0; i < p.length; i += 2) {
      int j = (i + 2) % p.length;
      double here = orientation * ((bx - ax) * (p[i + 1] - ay) - (by - ay) * (p[i] - ax));
      double next = orientation * ((bx - ax) * (p[j + 1] - ay) - (by - ay) * (p[j] - ax));
      if (here >= 0) {
        kept[n++] = p[i];
        kept[n++] = p[i + 1];
      }
      if (here >= 0 != next >= 0) {
        double t = here / (here - next);
        kept[n++] = p[i] + t * (p[j] - p[i]);
        kept[n++] = p[i + 1] + t * (p[j + 1] - p[i + 1]);
      }
    }
    return Arrays.copyOf(kept, n);
  }
}
