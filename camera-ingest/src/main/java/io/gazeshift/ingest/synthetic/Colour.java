package io.gazeshift.ingest.synthetic;

/**
 * Blue, green and red of light or of what a surface throws back of it: proportional to energy, 1 is
 * white paper in good light. Only the sensor turns them into levels.
 */
record Colour(double blue, double green, double red) {

  private static final double GAMMA = 2.2;

  static Colour grey(double value) {
    return new Colour(value, value, value);
  }

  /** As a screen shows it, 0 to 255 each. */
  static Colour ofScreen(int red, int green, int blue) {
    return new Colour(
        Math.pow(blue / 255.0, GAMMA),
        Math.pow(green / 255.0, GAMMA),
        Math.pow(red / 255.0, GAMMA));
  }

  Colour times(double factor) {
    return new Colour(blue * factor, green * factor, red * factor);
  }

  Colour times(Colour other) {
    return new Colour(blue * other.blue, green * other.green, red * other.red);
  }

  /** This colour with a share (0 to 1) of another. */
  Colour mixed(Colour other, double share) {
    return new Colour(
        blue + share * (other.blue - blue),
        green + share * (other.green - green),
        red + share * (other.red - red));
  }

  double luminance() {
    return 0.07 * blue + 0.72 * green + 0.21 * red;
  }
}
