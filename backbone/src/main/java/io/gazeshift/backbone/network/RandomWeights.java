package io.gazeshift.backbone.network;

import java.util.SplittableRandom;

/**
 * Weights as before any training: He's for what a ReLU follows, and normalisations that keep the
 * numbers of a deep network near 1. Each parameter has a stream of its own, so that it does not
 * depend on the order in which they are asked for.
 */
public final class RandomWeights implements Weights {

  private final long seed;

  public RandomWeights(long seed) {
    this.seed = seed;
  }

  @Override
  public float[] of(Parameter parameter) {
    return switch (parameter.role()) {
      case KERNEL -> uniform(parameter, 0, Math.sqrt(2.0 / parameter.fanIn()));
      case WEIGHT -> uniform(parameter, 0, Math.sqrt(1.0 / parameter.fanIn()));
      case BIAS, MEAN -> uniform(parameter, 0, 0.05);
      // Below 1, or every residual block would make the numbers larger.
      case SCALE -> uniform(parameter, 0.7, 0.05);
      case VARIANCE -> uniform(parameter, 1, 0.1);
      case EMBEDDING -> uniform(parameter, 0, 0.5);
    };
  }

  private float[] uniform(Parameter parameter, double mean, double deviation) {
    SplittableRandom random =
        new SplittableRandom(seed * 0x9e3779b97f4a7c15L ^ parameter.name().hashCode());
    double reach = deviation * Math.sqrt(3);
    float[] values = new float[parameter.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (mean + reach * (2 * random.nextDouble() - 1));
    }
    return values;
  }
}
