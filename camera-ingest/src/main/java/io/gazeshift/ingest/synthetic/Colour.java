package io.gazeshift.ingest.synthetic;

import java.util.random.RandomGenerator;
import org.opencv.core.Scalar;

/** Blue, green and red, 0 to 255, as seen in good light. */
record Colour(double blue, double green, double red) {

  static Colour random(double low, double high, RandomGenerator random) {
    return new Colour(
        random.nextDouble(low, high), random.nextDouble(low, high), random.nextDouble(low, high));
  }

  Colour shaded(double brightness) {
    return new Colour(blue * brightness, green * brightness, red * brightness);
  }

  /** This colour with a share (0 to 1) of another. */
  Colour mixed(Colour other, double share) {
    return new Colour(
        blue + share * (other.blue - blue),
        green + share * (other.green - green),
        red + share * (other.red - red));
  }

  Scalar toScalar() {
    return new Scalar(blue, green, red);
  }
}
