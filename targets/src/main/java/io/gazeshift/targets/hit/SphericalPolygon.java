package io.gazeshift.targets.hit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a flat convex face covers of the directions around an eye: a convex polygon of great-circle
 * arcs. Its vertices are of length 1 and go round so that {@code (a × b) · inside} is above 0.
 */
final class SphericalPolygon {

  private final double[] vertices;
  private final int size;

  private SphericalPolygon(double[] vertices, int size) {
    this.vertices = vertices;
    this.size = size;
  }

  /**
   * Of a face as an eye sees it; null where it is seen edge-on.
   *
   * @param corners x y z of each
   */
  static @Nullable SphericalPolygon seen(double[] corners, double ex, double ey, double ez) {
    int size = corners.length / 3;
    double[] v = new double[corners.length];
    for (int i = 0; i < v.length; i += 3) {
      double x = corners[i] - ex;
      double y = corners[i + 1] - ey;
      double z = corners[i + 2] - ez;
      double scale = 1 / Math.sqrt(x * x + y * y + z * z);
      v[i] = x * scale;
      v[i + 1] = y * scale;
      v[i + 2] = z * scale;
    }
    // The determinants of neighbours all have one sign; the sum is safe where some are near 0.
    double turn = 0;
    for (int i = 0; i < size; i++) {
      turn += determinant(v, i, (i + 1) % size, (i + 2) % size);
    }
    if (!(Math.abs(turn) > 1e-12)) {
      return null;
    }
    if (turn < 0) {
      for (int i = 0, j = size - 1; i < j; i++, j--) {
        for (int axis = 0; axis < 3; axis++) {
          double swapped = v[3 * i + axis];
          v[3 * i + axis] = v[3 * j + axis];
          v[3 * j + axis] = swapped;
        }
      }
    }
    return new SphericalPolygon(v, size);
  }

  /**
   * A regular polygon that covers as much as a cone, for where cones overlap other things.
   *
   * @param tangent of the cone's radius
   */
  static SphericalPolygon around(double[] axis, double tangent, UnitCircle circle) {
    double[] across = perpendicular(axis);
    double[] other = cross(axis, across);
    double[] v = new double[3 * circle.size()];
    for (int i = 0; i < circle.size(); i++) {
      double first = tangent * circle.first(i);
      double second = tangent * circle.second(i);
      double scale = 1 / Math.sqrt(1 + first * first + second * second);
      for (int k = 0; k < 3; k++) {
        v[3 * i + k] = (axis[k] + first * across[k] + second * other[k]) * scale;
      }
    }
    return new SphericalPolygon(v, circle.size());
  }

  double[] vertices() {
    return vertices;
  }

  int size() {
    return size;
  }

  /** The part of this that lies within another one; null where there is none. */
  @Nullable SphericalPolygon within(SphericalPolygon other, ClipSpace space) {
    double[] from = vertices;
    int count = size;
    for (int side = 0; side < 3 * other.size; side += 3) {
      int next = side + 3 == 3 * other.size ? 0 : side + 3;
      double[] v = other.vertices;
      double nx = v[side + 1] * v[next + 2] - v[side + 2] * v[next + 1];
      double ny = v[side + 2] * v[next] - v[side] * v[next + 2];
      double nz = v[side] * v[next + 1] - v[side + 1] * v[next];
      int inside = inside(from, count, nx, ny, nz);
      if (inside == 0) {
        return null;
      }
      if (inside < count) {
        // Cutting by one side adds at most one vertex.
        double[] to = space.other(from, 3 * (count + 1));
        count = cut(from, count, to, nx, ny, nz);
        from = to;
      }
    }
    if (from == vertices) {
      return this;
    }
    return count < 3 ? null : new SphericalPolygon(Arrays.copyOf(from, 3 * count), count);
  }

  /** Whether a direction lies within it, or on its outline. */
  boolean contains(double x, double y, double z) {
    double[] v = vertices;
    for (int i = 0; i < 3 * size; i += 3) {
      int j = i + 3 == 3 * size ? 0 : i + 3;
      double side =
          x * (v[i + 1] * v[j + 2] - v[i + 2] * v[j + 1])
              + y * (v[i + 2] * v[j] - v[i] * v[j + 2])
              + z * (v[i] * v[j + 1] - v[i + 1] * v[j]);
      if (side < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * False only where a side has all of a circle, narrower than a hemisphere, on its other side.
   *
   * @param axis of length 1
   */
  boolean mayReach(double[] axis, double sinRadius) {
    double[] v = vertices;
    for (int i = 0; i < 3 * size; i += 3) {
      int j = i + 3 == 3 * size ? 0 : i + 3;
      double nx = v[i + 1] * v[j + 2] - v[i + 2] * v[j + 1];
      double ny = v[i + 2] * v[j] - v[i] * v[j + 2];
      double nz = v[i] * v[j + 1] - v[i + 1] * v[j];
      double side = nx * axis[0] + ny * axis[1] + nz * axis[2];
      boolean beyond =
          side < 0 && side * side > sinRadius * sinRadius * (nx * nx + ny * ny + nz * nz);
      if (beyond) {
        return false;
      }
    }
    return true;
  }

  /** The mean direction, of length 1. */
  double[] middle() {
    double[] sum = new double[3];
    for (int i = 0; i < 3 * size; i++) {
      sum[i % 3] += vertices[i];
    }
    double length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (int axis = 0; axis < 3; axis++) {
      sum[axis] /= length;
    }
    return sum;
  }

  private static int inside(double[] v, int count, double nx, double ny, double nz) {
    int inside = 0;
    for (int i = 0; i < 3 * count; i += 3) {
      if (nx * v[i] + ny * v[i + 1] + nz * v[i + 2] >= 0) {
        inside++;
      }
    }
    return inside;
  }

  /** Sutherland and Hodgman: keeps what lies on the side of n. */
  private static int cut(double[] from, int count, double[] to, double nx, double ny, double nz) {
    int kept = 0;
    int last = 3 * (count - 1);
    double before = nx * from[last] + ny * from[last + 1] + nz * from[last + 2];
    for (int i = 0; i < 3 * count; i += 3) {
      double here = nx * from[i] + ny * from[i + 1] + nz * from[i + 2];
      if (here >= 0 != before >= 0) {
        // On the chord, which crosses the plane where the arc does.
        double share = before / (before - here);
        double x = from[last] + share * (from[i] - from[last]);
        double y = from[last + 1] + share * (from[i + 1] - from[last + 1]);
        double z = from[last + 2] + share * (from[i + 2] - from[last + 2]);
        double scale = 1 / Math.sqrt(x * x + y * y + z * z);
        to[kept++] = x * scale;
        to[kept++] = y * scale;
        to[kept++] = z * scale;
      }
      if (here >= 0) {
        to[kept++] = from[i];
        to[kept++] = from[i + 1];
        to[kept++] = from[i + 2];
      }
      before = here;
      last = i;
    }
    return kept / 3;
  }

  private static double determinant(double[] v, int a, int b, int c) {
    int i = 3 * a;
    int j = 3 * b;
    int k = 3 * c;
    return v[k] * (v[i + 1] * v[j + 2] - v[i + 2] * v[j + 1])
        + v[k + 1] * (v[i + 2] * v[j] - v[i] * v[j + 2])
        + v[k + 2] * (v[i] * v[j + 1] - v[i + 1] * v[j]);
  }

  private static double[] perpendicular(double[] axis) {
    double[] least = Math.abs(axis[1]) < 0.9 ? new double[] {0, 1, 0} : new double[] {1, 0, 0};
    double[] across = cross(axis, least);
    double length =
        Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
    for (int k = 0; k < 3; k++) {
      across[k] /= length;
    }
    return across;
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }
}
