package io.gazeshift.ingest.synthetic;

import java.util.List;
import java.util.SplittableRandom;

/** Spectacles as thin tubes: two rims, a bridge and two temples, in head axes. */
final class GlassesMesh {

  private static final int AROUND = 7;
  private static final int RIM_STEPS = 40;

  private GlassesMesh() {}

  static List<Mesh> of(RenderedPerson person, Look look) {
    SplittableRandom random = new SplittableRandom(person.identity() ^ 0x61A55E5);
    Colour[] frames = {Colour.grey(0.02), Colour.ofScreen(70, 44, 30), Colour.grey(0.35)};
    Texture paint = Texture.plain(look.seen(frames[random.nextInt(frames.length)]));
    double thick = random.nextDouble(0.8, 1.7);
    double halfWidth = random.nextDouble(22, 26);
    double halfHeight = random.nextDouble(16, 21);
    double square = random.nextDouble(0.55, 1);
    double[] right = HeadMesh.eyeOf(person, 1);
    double z = right[2] - 26;
    double x = right[0] + 1;
    double y = right[1] + 3;
    return List.of(
        tube(rim(-x, y, z, halfWidth, halfHeight, square), thick, paint),
        tube(rim(x, y, z, halfWidth, halfHeight, square), thick, paint),
        tube(bridge(x - halfWidth, y - 5, z), thick, paint),
        tube(temple(-1, x + halfWidth, y - 6, z), thick, paint),
        tube(temple(1, x + halfWidth, y - 6, z), thick, paint));
  }

  private static double[][] rim(
      double x, double y, double z, double halfWidth, double halfHeight, double square) {
    double[][] path = new double[RIM_STEPS + 1][];
    for (int i = 0; i <= RIM_STEPS; i++) {
      double angle = 2 * Math.PI * i / RIM_STEPS;
      double across = halfWidth * Curve.signedPower(Math.cos(angle), square);
      double down = halfHeight * Curve.signedPower(Math.sin(angle), square);
      // Rims bend back towards the temples.
      double bend = 0.004 * Math.pow(Math.abs(x + across), 2);
      path[i] = new double[] {x + across, y + down, z + bend};
    }
    return path;
  }

  private static double[][] bridge(double halfGap, double y, double z) {
    double[][] path = new double[7][];
    for (int i = 0; i < path.length; i++) {
      double t = i / 3.0 - 1;
      path[i] = new double[] {t * halfGap, y - 2.5 * (1 - t * t), z - 1.5 * (1 - t * t) + 0.4};
    }
    return path;
  }

  private static double[][] temple(int side, double x, double y, double z) {
    double from = z + 0.004 * x * x;
    return new double[][] {
      {side * x, y, from},
      {side * (x + 12), y, from + 14},
      {side * (x + 20), y - 1, from + 50},
      {side * (x + 22), y - 2, from + 95}
    };
  }

  /** A tube of this radius along a path. */
  private static Mesh tube(double[][] path, double radiusMm, Texture paint) {
    float[] points = new float[3 * AROUND * path.length];
    float[] open = new float[AROUND * path.length];
    for (int r = 0; r < path.length; r++) {
      double[] a = path[Math.max(0, r - 1)];
      double[] b = path[Math.min(path.length - 1, r + 1)];
      double[] along = unit(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
      // No part of a frame runs straight along this direction.
      double[] u = unit(cross(along, new double[] {0.3, 0.55, -0.78}));
      double[] v = cross(along, u);
      for (int c = 0; c < AROUND; c++) {
        double angle = 2 * Math.PI * c / (AROUND - 1);
        int i = r * AROUND + c;
        open[i] = 1;
        for (int axis = 0; axis < 3; axis++) {
          points[3 * i + axis] =
              (float)
                  (path[r][axis]
                      + radiusMm * (Math.cos(angle) * u[axis] - Math.sin(angle) * v[axis]));
        }
      }
    }
    return new Mesh(AROUND, path.length, points, open, paint, 0, 0.35);
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double[] unit(double... v) {
    double length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return new double[] {v[0] / length, v[1] / length, v[2] / length};
  }
}
