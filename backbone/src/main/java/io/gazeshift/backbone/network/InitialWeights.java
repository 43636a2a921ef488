package io.gazeshift.backbone.network;

import java.util.Arrays;
import java.util.Random;

/**
 * Weights that training begins with: He's normal ones, and normalisations that do nothing yet. Each
 * parameter has a stream of its own, so that it does not depend on the order in which they are
 * asked for.
 */
public final class InitialWeights implements Weights {

  private static final double EMBEDDING = 0.02;

  private final long seed;

  public InitialWeights(long seed) {
    this.seed = seed;
  }

  @Override
  public float[] of(Parameter parameter) {
    return switch (parameter.role()) {
      case KERNEL -> normal(parameter, Math.sqrt(2.0 / parameter.fanIn()));
      case WEIGHT -> normal(parameter, Math.sqrt(1.0 / parameter.fanIn()));
      case EMBEDDING -> normal(parameter, EMBEDDING);
      case BIAS, MEAN -> new float[parameter.count()];
      case SCALE, VARIANCE -> ones(parameter);
    };
  }

  private static float[] ones(Parameter parameter) {
    float[] values = new float[parameter.count()];
    Arrays.fill(values, 1);
    return values;
  }

  private float[] normal(Parameter parameter, double deviation) {
    Random random = new Random(seed * 0x9e3779b97f4a7c15L ^ parameter.name().hashCode());
    float[] values = new float[parameter.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (deviation * random.nextGaussian());
    }
    return values;
  }
}
