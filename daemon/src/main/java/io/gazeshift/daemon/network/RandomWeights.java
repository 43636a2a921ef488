package io.gazeshift.daemon.network;

import java.util.Random;

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
    Random random = new Random(seed * 0x9e3779b97f4a7c15L ^ parameter.name().hashCode());
    return switch (parameter.role()) {
      case KERNEL -> normals(parameter, 0, Math.sqrt(2.0 / parameter.fanIn()), random);
      case WEIGHT -> normals(parameter, 0, Math.sqrt(1.0 / parameter.fanIn()), random);
      case BIAS, MEAN -> normals(parameter, 0, 0.05, random);
      // Below 1, or every residual block would make the numbers larger.
      case SCALE -> normals(parameter, 0.7, 0.05, random);
      case VARIANCE -> uniforms(parameter, 0.8, 1.2, random);
      case EMBEDDING -> normals(parameter, 0, 0.5, random);
    };
  }

  private static float[] normals(Parameter parameter, double mean, double deviation, Random random) {
    float[] values = new float[parameter.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (mean + deviation * random.nextGaussian());
    }
    return values;
  }

  private static float[] uniforms(Parameter parameter, double low, double high, Random random) {
    float[] values = new float[parameter.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (low + (high - low) * random.nextDouble());
    }
    return values;
  }
}
