package io.gazeshift.backbone.simulation;

import java.util.random.RandomGenerator;

/** How a trait is spread: normally, with this mean and standard deviation. */
record Spread(double mean, double deviation) {

  /** Without a preferred direction. */
  static Spread aroundZero(double deviation) {
    return new Spread(0, deviation);
  }

  double draw(RandomGenerator random) {
    return random.nextGaussian(mean, deviation);
  }
}
