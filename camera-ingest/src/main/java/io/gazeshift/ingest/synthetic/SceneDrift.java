package io.gazeshift.ingest.synthetic;

import java.util.random.RandomGenerator;

/** Two waves that never line up, within plus and minus 1. */
final class SceneDrift {

  private final double slowHz;
  private final double fastHz;
  private final double slowPhase;
  private final double fastPhase;

  SceneDrift(double slowHz, double fastHz, RandomGenerator random) {
    this.slowHz = slowHz * random.nextDouble(0.6, 1.4);
    this.fastHz = fastHz * random.nextDouble(0.6, 1.4);
    this.slowPhase = random.nextDouble(2 * Math.PI);
    this.fastPhase = random.nextDouble(2 * Math.PI);
  }

  double at(double timeS) {
    return 0.7 * Math.sin(2 * Math.PI * slowHz * timeS + slowPhase)
        + 0.3 * Math.sin(2 * Math.PI * fastHz * timeS + fastPhase);
  }
}
