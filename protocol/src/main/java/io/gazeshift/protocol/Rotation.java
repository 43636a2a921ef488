package io.gazeshift.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A 3x3 rotation, row by row. Rejects a matrix that is not one. */
public final class Rotation {

  /** How far R Rᵀ may be from the identity: generous to rounding, not to a wrong matrix. */
  private static final double TOLERANCE = 1e-6;

  public static final Rotation IDENTITY = new Rotation(new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1});

  private final double[] m;

  private Rotation(double[] rows) {
    this.m = rows;
  }

  /** Takes nine numbers, row by row. */
  public static Rotation ofRows(double... rows) {
    if (rows.length != 9) {
      throw new IllegalArgumentException("a rotation has 9 numbers, got " + rows.length);
    }
    Rotation rotation = new Rotation(rows.clone());
    String problem = rotation.problem();
    if (problem != null) {
      throw new IllegalArgumentException(problem);
    }
    return rotation;
  }

  /** As it stands in a message. */
  public static Rotation ofRows(List<Double> rows) {
    return ofRows(rows.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** A turn by {@code angleRad} about an axis (need not be of unit length), right-handed. */
  public static Rotation about(double x, double y, double z, double angleRad) {
    double n = Math.sqrt(x * x + y * y + z * z);
    double ux = x / n;
    double uy = y / n;
    double uz = z / n;
    double c = Math.cos(angleRad);
    double s = Math.sin(angleRad);
    double t = 1 - c;
    return ofRows(
        t * ux * ux + c,
        t * ux * uy - s * uz,
        t * ux * uz + s * uy,
        t * ux * uy + s * uz,
        t * uy * uy + c,
        t * uy * uz - s * ux,
        t * ux * uz - s * uy,
        t * uy * uz + s * ux,
        t * uz * uz + c);
  }

  public double[] apply(double[] v) {
    return new double[] {
      m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
      m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
      m[6] * v[0] + m[7] * v[1] + m[8] * v[2]
    };
  }

  /** This rotation after {@code first}. */
  public Rotation after(Rotation first) {
    double[] product = new double[9];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
          product[3 * i + j] += m[3 * i + k] * first.m[3 * k + j];
        }
      }
    }
    return new Rotation(product);
  }

  public Rotation inverse() {
    return new Rotation(new double[] {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]});
  }

  /** The nine numbers, row by row. */
  public double[] rows() {
    return m.clone();
  }

  /** For a message's repeated field. */
  public List<Double> toList() {
    List<Double> list = new ArrayList<>(9);
    for (double value : m) {
      list.add(value);
    }
    return list;
  }

  private String problem() {
    for (int i = 0; i < 3; i++) {
      for (int j = i; j < 3; j++) {
        double dot =
            m[3 * i] * m[3 * j] + m[3 * i + 1] * m[3 * j + 1] + m[3 * i + 2] * m[3 * j + 2];
        // Written so that NaN fails.
        if (!(Math.abs(dot - (i == j ? 1 : 0)) <= TOLERANCE)) {
          return "not a rotation: rows %d and %d have the product %s".formatted(i, j, dot);
        }
      }
    }
    double determinant =
        m[0] * (m[4] * m[8] - m[5] * m[7])
            - m[1] * (m[3] * m[8] - m[5] * m[6])
            + m[2] * (m[3] * m[7] - m[4] * m[6]);
    return determinant > 0 ? null : "not a rotation but a reflection: its determinant is -1";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Rotation that && Arrays.equals(m, that.m);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(m);
  }

  @Override
  public String toString() {
    return Arrays.toString(m);
  }
}
