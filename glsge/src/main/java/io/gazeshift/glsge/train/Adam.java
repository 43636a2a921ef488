package io.gazeshift.glsge.train;

/**
 * The optimiser Adam as PyTorch counts it: both moments are corrected for their start, and epsilon
 * is added after the correction.
 */
public final class Adam {

  private static final float BETA1 = 0.9f;
  private static final float BETA2 = 0.999f;
  private static final double BETA1_EXACT = 0.9;
  private static final double BETA2_EXACT = 0.999;
  private static final float EPSILON = 1e-8f;

  private final float[][] first;
  private final float[][] second;
  private int steps;

  /** An optimiser for arrays of the given lengths. */
  public Adam(int... lengths) {
    first = new float[lengths.length][];
    second = new float[lengths.length][];
    for (int k = 0; k < lengths.length; k++) {
      first[k] = new float[lengths[k]];
      second[k] = new float[lengths[k]];
    }
  }

  /** Moves the values against their gradients, in place. */
  public void step(float[][] values, float[][] gradients, double learningRate) {
    steps++;
    float rate = (float) (learningRate / (1 - Math.pow(BETA1_EXACT, steps)));
    float rootCorrection = (float) Math.sqrt(1 - Math.pow(BETA2_EXACT, steps));
    for (int k = 0; k < values.length; k++) {
      update(values[k], gradients[k], first[k], second[k], rate, rootCorrection);
    }
  }

  private static void update(
      float[] values, float[] gradient, float[] m, float[] v, float rate, float rootCorrection) {
    for (int i = 0; i < values.length; i++) {
      float g = gradient[i];
      m[i] = BETA1 * m[i] + (1 - BETA1) * g;
      v[i] = BETA2 * v[i] + (1 - BETA2) * g * g;
      values[i] -= rate * m[i] / ((float) Math.sqrt(v[i]) / rootCorrection + EPSILON);
    }
  }
}
