package io.gazeshift.targets.shape;

import io.gazeshift.common.config.Numbers;
import io.gazeshift.common.config.ValueType;
import java.util.Optional;

/**
 * A place, or a vector, in the camera's axes, in millimetres: x right in the image, y down, z away
 * from the camera.
 */
public record PointMm(double x, double y, double z) {

  /** Beyond this distance, a direction no longer depends on where the face is. */
  private static final double MOST_MM = 1e7;

  /** How a place is written. */
  public static ValueType<PointMm> type() {
    return new ValueType<>("X Y Z in millimetres", false, PointMm::parse);
  }

  /** Reads three numbers with blanks or commas between them. */
  public static Optional<PointMm> parse(String text) {
    return Numbers.parse(text, 3, MOST_MM).map(n -> new PointMm(n[0], n[1], n[2]));
  }

  public double[] toArray() {
    return new double[] {x, y, z};
  }

  public PointMm plus(PointMm other) {
    return new PointMm(x + other.x, y + other.y, z + other.z);
  }

  public PointMm minus(PointMm other) {
    return plus(other.times(-1));
  }

  public PointMm times(double factor) {
    return new PointMm(factor * x, factor * y, factor * z);
  }

  public double dot(PointMm other) {
    return x * other.x + y * other.y + z * other.z;
  }

  public PointMm cross(PointMm other) {
    return new PointMm(
        y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
  }

  public double length() {
    return Math.sqrt(x * x + y * y + z * z);
  }

  /**
   * The angle between two vectors, by atan2 so that tiny and opposite angles keep their precision.
   */
  public double angleToRad(PointMm other) {
    return Math.atan2(cross(other).length(), dot(other));
  }

  /** Of length 1; the vector must not be 0. */
  public PointMm unit() {
    return times(1 / length());
  }
}
