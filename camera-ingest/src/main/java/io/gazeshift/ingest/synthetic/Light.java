package io.gazeshift.ingest.synthetic;

/** One soft lamp and what the walls throw back, in camera axes. */
final class Light {

  private static final double AMBIENT = 0.5;
  private static final double LAMP = 0.55;

  private final double[] towardsLamp;

  Light(double azimuthRad) {
    double x = Math.sin(azimuthRad);
    double y = -0.45;
    double z = -Math.cos(azimuthRad);
    double length = Math.sqrt(x * x + y * y + z * z);
    this.towardsLamp = new double[] {x / length, y / length, z / length};
  }

  double[] towardsLamp() {
    return towardsLamp.clone();
  }

  /** How bright a surface with this normal is. */
  double on(double[] normal) {
    double cos =
        normal[0] * towardsLamp[0] + normal[1] * towardsLamp[1] + normal[2] * towardsLamp[2];
    return AMBIENT + LAMP * Math.max(0, cos);
  }

  /** A colour under that brightness. */
  static double[] shade(double[] colour, double brightness) {
    return new double[] {colour[0] * brightness, colour[1] * brightness, colour[2] * brightness};
  }
}
