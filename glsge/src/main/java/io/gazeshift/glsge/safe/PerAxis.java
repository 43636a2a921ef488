package io.gazeshift.glsge.safe;

/** A number for each angle. */
public record PerAxis(double pitch, double yaw) {

  static PerAxis of(double[] values) {
    return new PerAxis(values[0], values[1]);
  }

  double[] toArray() {
    return new double[] {pitch, yaw};
  }
}
