package io.gazeshift.protocol;

import io.gazeshift.protocol.v1.GazeAngles;

/**
 * A gaze direction, and the one place that knows what its angles mean.
 *
 * <p>In camera axes (x right, y down, z away from the camera) the unit vector is {@code (-cos p sin
 * y, -sin p, -cos p cos y)}: pitch above 0 looks up, yaw above 0 looks towards the image's left,
 * and both 0 look into the camera.
 */
public record Gaze(double pitchRad, double yawRad) {

  /** Straight into the camera. */
  public static final Gaze INTO_CAMERA = new Gaze(0, 0);

  public static Gaze ofDegrees(double pitchDeg, double yawDeg) {
    return new Gaze(Math.toRadians(pitchDeg), Math.toRadians(yawDeg));
  }

  /** The gaze along a vector of any length but 0. */
  public static Gaze along(double x, double y, double z) {
    double length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0) || Double.isInfinite(length)) {
      throw new IllegalArgumentException(
          "a gaze needs a finite vector other than 0, got (%s, %s, %s)".formatted(x, y, z));
    }
    // atan2 instead of asin: exact near the poles, and no rounding can leave its range.
    return new Gaze(Math.atan2(-y, Math.hypot(x, z)), Math.atan2(-x, -z));
  }

  public static Gaze from(GazeAngles angles) {
    return new Gaze(angles.getPitch(), angles.getYaw());
  }

  public GazeAngles toMessage() {
    return GazeAngles.newBuilder().setPitch(pitchRad).setYaw(yawRad).build();
  }

  /** The unit vector, x y z. */
  public double[] vector() {
    double cosPitch = Math.cos(pitchRad);
    return new double[] {
      -cosPitch * Math.sin(yawRad), -Math.sin(pitchRad), -cosPitch * Math.cos(yawRad)
    };
  }

  /** The same gaze seen in other axes. */
  public Gaze rotatedBy(Rotation rotation) {
    double[] turned = rotation.apply(vector());
    return along(turned[0], turned[1], turned[2]);
  }

  /** The angle to another gaze, by atan2 so that tiny and opposite angles keep their precision. */
  public double angleToRad(Gaze other) {
    double[] a = vector();
    double[] b = other.vector();
    double cx = a[1] * b[2] - a[2] * b[1];
    double cy = a[2] * b[0] - a[0] * b[2];
    double cz = a[0] * b[1] - a[1] * b[0];
    return Math.atan2(
        Math.sqrt(cx * cx + cy * cy + cz * cz), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  }

  public double pitchDeg() {
    return Math.toDegrees(pitchRad);
  }

  public double yawDeg() {
    return Math.toDegrees(yawRad);
  }
}
