package io.gazeshift.benchmarks.scenario;

import java.util.random.RandomGenerator;

/**
 * How one person's eyes look, in pixels and brightness.
 *
 * @param radius of the eyeball
 * @param irisShare the iris as a part of the radius
 * @param lidHalfWidth half the width of the lids
 * @param upperLid how far the upper lid is open
 * @param lowerLid how far the lower lid is open
 * @param tilt of the lids
 * @param left the eye in the left crop
 * @param right the eye in the right crop
 */
record ScenarioPerson(
    double radius,
    double irisShare,
    double lidHalfWidth,
    double upperLid,
    double lowerLid,
    double tilt,
    double skin,
    double sclera,
    double iris,
    double lash,
    Eye left,
    Eye right) {

  /** What differs between the eyes: the visual axis against the optical one, and the place. */
  record Eye(double kappaYawRad, double kappaPitchRad, double dx, double dy) {}

  /** How a domain's people differ from the source's as a group. */
  record Population(double radiusFactor, double lidFactor, double irisOffset) {
    static final Population SOURCE = new Population(1, 1, 0);
  }

  Eye eye(int crop) {
    return crop == 0 ? left : right;
  }

  static ScenarioPerson draw(RandomGenerator random, Population population) {
    double sharedDy = 0.6 * random.nextGaussian();
    return new ScenarioPerson(
        13 * about1(random, 0.07) * population.radiusFactor(),
        0.46 * about1(random, 0.06),
        14 * about1(random, 0.05),
        6.5 * about1(random, 0.10) * population.lidFactor(),
        4 * about1(random, 0.10) * population.lidFactor(),
        0.05 * random.nextGaussian(),
        clipped(random, 0.55, 0.12, 0.25, 0.8),
        clipped(random, 0.82, 0.05, 0.65, 0.95),
        clipped(random, 0.30, 0.10, 0.1, 0.55) + population.irisOffset(),
        clipped(random, 0.25, 0.08, 0.05, 0.5),
        eye(random, sharedDy),
        eye(random, sharedDy));
  }

  /** A person from a row of numbers: those above, then kappa, dx and dy, left and right each. */
  static ScenarioPerson of(float[] p) {
    return new ScenarioPerson(
        p[0],
        p[1],
        p[2],
        p[3],
        p[4],
        p[5],
        p[6],
        p[7],
        p[8],
        p[9],
        new Eye(p[10], p[12], p[14], p[16]),
        new Eye(p[11], p[13], p[15], p[17]));
  }

  private static Eye eye(RandomGenerator random, double sharedDy) {
    return new Eye(
        Math.toRadians(4 + 1.8 * random.nextGaussian()),
        Math.toRadians(1.8 * random.nextGaussian()),
        0.5 * random.nextGaussian(),
        sharedDy + 0.2 * random.nextGaussian());
  }

  private static double about1(RandomGenerator random, double sigma) {
    return 1 + sigma * random.nextGaussian();
  }

  private static double clipped(
      RandomGenerator random, double mean, double sigma, double low, double high) {
    return Math.min(high, Math.max(low, mean + sigma * random.nextGaussian()));
  }
}
