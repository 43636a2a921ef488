package io.gazeshift.benchmarks.scenario;

import java.util.random.RandomGenerator;

/** A domain's light, camera and heads: the centre around which its frames vary. */
record Conditions(
    double lightX,
    double lightY,
    double logGamma,
    double blur,
    double noise,
    double headYawDeg,
    double headPitchDeg,
    double open,
    double jitter,
    double jitterX,
    double jitterY) {

  static final Conditions SOURCE = new Conditions(0, 0, 0, 0.10, 0.02, 0, 0, 0, 0.45, 0, 0);

  /** Those of another place: as far from the source as {@code level} says, in any direction. */
  static Conditions draw(RandomGenerator random, double level) {
    if (level == 0) {
      return SOURCE;
    }
    return new Conditions(
        eitherWay(random, 0.30 * level),
        eitherWay(random, 0.30 * level),
        eitherWay(random, 0.35 * level),
        SOURCE.blur + 0.06 * level * random.nextDouble(0.5, 1.2),
        SOURCE.noise + 0.04 * level * random.nextDouble(0.5, 1.2),
        eitherWay(random, level),
        eitherWay(random, level),
        eitherWay(random, 0.08 * level),
        SOURCE.jitter + 0.30 * level * random.nextDouble(0.5, 1.2),
        eitherWay(random, 0.1 * level),
        eitherWay(random, 0.1 * level));
  }

  /** The people of another place, likewise. */
  static ScenarioPerson.Population drawPopulation(RandomGenerator random, double level) {
    return level == 0
        ? ScenarioPerson.Population.SOURCE
        : new ScenarioPerson.Population(
            1 + eitherWay(random, 0.06 * level),
            1 + eitherWay(random, 0.06 * level),
            eitherWay(random, 0.05 * level));
  }

  /** The same, seen by a camera that stands aside. */
  Conditions withHeadTurnedBy(double yawDeg) {
    return new Conditions(
        lightX,
        lightY,
        logGamma,
        blur,
        noise,
        headYawDeg + yawDeg,
        headPitchDeg,
        open,
        jitter,
        jitterX,
        jitterY);
  }

  /** The frames of one fixation: light and head stay, lids and the place of the crops do not. */
  ScenarioFrame[] fixation(RandomGenerator random, int frames) {
    double gx = clip(normal(random, lightX, 0.15), -0.8, 0.8);
    double gy = clip(normal(random, lightY, 0.15), -0.8, 0.8);
    double gamma = Math.exp(normal(random, logGamma, 0.15));
    double b = clip(normal(random, blur, 0.05), 0, 0.25);
    double n = Math.abs(normal(random, noise, 0.01));
    double hy = Math.toRadians(normal(random, headYawDeg, 4));
    double hp = Math.toRadians(normal(random, headPitchDeg, 3));
    ScenarioFrame[] all = new ScenarioFrame[frames];
    for (int i = 0; i < frames; i++) {
      double lids = clip(1 + 0.07 * random.nextGaussian() + open, 0.4, 1.6);
      all[i] =
          new ScenarioFrame(
              gx, gy, gamma, b, n, hy, hp, lids, shake(random, jitterX), shake(random, jitterY), 1);
    }
    return all;
  }

  private double[] shake(RandomGenerator random, double centre) {
    double shared = centre + jitter * random.nextGaussian();
    return new double[] {
      shared + 0.5 * jitter * random.nextGaussian(), shared + 0.5 * jitter * random.nextGaussian()
    };
  }

  private static double eitherWay(RandomGenerator random, double size) {
    double signed = random.nextBoolean() ? size : -size;
    return signed * random.nextDouble(0.6, 1.2);
  }

  private static double normal(RandomGenerator random, double mean, double sigma) {
    return mean + sigma * random.nextGaussian();
  }

  private static double clip(double value, double low, double high) {
    return Math.min(high, Math.max(low, value));
  }
}
