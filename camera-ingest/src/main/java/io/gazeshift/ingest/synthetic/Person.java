package io.gazeshift.ingest.synthetic;

import java.util.random.RandomGenerator;

/** Who sits in front of the camera. Colours are blue, green, red, 0 to 255, in good light. */
record Person(
    double[] skin,
    double[] hair,
    double[] iris,
    double halfEyeDistanceMm,
    double widthFactor,
    double browMm,
    double pupilMm,
    double lightAzimuthRad) {

  private static final double[][] SKINS = {
    {150, 175, 225}, {130, 165, 215}, {105, 140, 195}, {75, 105, 160}, {55, 75, 120}
  };
  private static final double[][] HAIRS = {
    {25, 25, 30}, {30, 45, 70}, {50, 85, 125}, {120, 125, 130}, {25, 40, 95}
  };
  private static final double[][] IRISES = {
    {30, 50, 80}, {45, 80, 120}, {140, 115, 80}, {90, 120, 95}, {120, 110, 100}
  };

  static Person random(RandomGenerator random) {
    return new Person(
        pick(SKINS, random),
        pick(HAIRS, random),
        pick(IRISES, random),
        random.nextDouble(30, 33.5),
        random.nextDouble(0.94, 1.05),
        random.nextDouble(3, 5.5),
        random.nextDouble(1.7, 2.4),
        random.nextDouble(-0.9, 0.9));
  }

  private static double[] pick(double[][] colours, RandomGenerator random) {
    double[] colour = colours[random.nextInt(colours.length)].clone();
    double factor = random.nextDouble(0.92, 1.08);
    for (int i = 0; i < colour.length; i++) {
      colour[i] *= factor;
    }
    return colour;
  }
}
