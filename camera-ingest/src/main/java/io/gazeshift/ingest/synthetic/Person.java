package io.gazeshift.ingest.synthetic;

import java.util.List;
import java.util.random.RandomGenerator;

/** Who sits in front of the camera. */
record Person(
    Colour skin,
    Colour hair,
    Colour iris,
    double halfEyeDistanceMm,
    double widthFactor,
    double browMm,
    double pupilMm,
    double lightAzimuthRad) {

  private static final List<Colour> SKINS =
      List.of(
          new Colour(150, 175, 225),
          new Colour(130, 165, 215),
          new Colour(105, 140, 195),
          new Colour(75, 105, 160),
          new Colour(55, 75, 120));
  private static final List<Colour> HAIRS =
      List.of(
          new Colour(25, 25, 30),
          new Colour(30, 45, 70),
          new Colour(50, 85, 125),
          new Colour(120, 125, 130),
          new Colour(25, 40, 95));
  private static final List<Colour> IRISES =
      List.of(
          new Colour(30, 50, 80),
          new Colour(45, 80, 120),
          new Colour(140, 115, 80),
          new Colour(90, 120, 95),
          new Colour(120, 110, 100));

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

  private static Colour pick(List<Colour> colours, RandomGenerator random) {
    return colours.get(random.nextInt(colours.size())).shaded(random.nextDouble(0.92, 1.08));
  }
}
