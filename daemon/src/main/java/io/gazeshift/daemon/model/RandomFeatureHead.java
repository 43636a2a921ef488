package io.gazeshift.daemon.model;

import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.util.Random;

/**
 * A head in closed form: two random hidden layers, and a linear one by ridge regression on what
 * they give (random features). No step size, no stopping time, one answer.
 */
final class RandomFeatureHead {

  private static final int HIDDEN1 = 128;
  private static final int HIDDEN2 = 384;
  private static final double BIAS_DEVIATION = 0.5;

  /** Against the mean variance of the last hidden layer. */
  private static final double RIDGE = 0.01;

  private RandomFeatureHead() {}

  /** Fits rows of features to rows of pitch and yaw. */
  static Head fit(float[] features, int featureSize, float[] angles, long seed) {
    Random random = new Random(seed);
    DenseLayer hidden1 = randomLayer(featureSize, HIDDEN1, random);
    DenseLayer hidden2 = randomLayer(HIDDEN1, HIDDEN2, random);
    float[] responses = relu(hidden2, relu(hidden1, features));
    return new Head(hidden1, hidden2, ridge(responses, angles));
  }

  private static DenseLayer ridge(float[] responses, float[] angles) {
    double[] responseMean = Rows.mean(responses, HIDDEN2);
    double[] angleMean = Rows.mean(angles, Head.OUTPUTS);
    double[] centred = Rows.centred(responses, responseMean);
    double[] gram = Lapack.transposedProduct(centred, HIDDEN2, centred, HIDDEN2);
    double[] solution =
        Lapack.transposedProduct(centred, HIDDEN2, Rows.centred(angles, angleMean), Head.OUTPUTS);
    double trace = 0;
    for (int i = 0; i < HIDDEN2; i++) {
      trace += gram[i * HIDDEN2 + i];
    }
    for (int i = 0; i < HIDDEN2; i++) {
      gram[i * HIDDEN2 + i] += RIDGE * trace / HIDDEN2;
    }
    Lapack.solvePositive(gram, HIDDEN2, solution, Head.OUTPUTS);

    float[] weight = new float[Head.OUTPUTS * HIDDEN2];
    float[] bias = new float[Head.OUTPUTS];
    for (int output = 0; output < Head.OUTPUTS; output++) {
      double shift = angleMean[output];
      for (int i = 0; i < HIDDEN2; i++) {
        double value = solution[i * Head.OUTPUTS + output];
        weight[output * HIDDEN2 + i] = (float) value;
        shift -= value * responseMean[i];
      }
      bias[output] = (float) shift;
    }
    return new DenseLayer(HIDDEN2, Head.OUTPUTS, weight, bias);
  }

  private static float[] relu(DenseLayer layer, float[] rows) {
    int n = rows.length / layer.inputs();
    float[] weight = layer.weight();
    float[] bias = layer.bias();
    float[] result = new float[n * layer.outputs()];
    for (int row = 0; row < n; row++) {
      for (int output = 0; output < layer.outputs(); output++) {
        double sum = bias[output];
        for (int i = 0; i < layer.inputs(); i++) {
          sum += (double) weight[output * layer.inputs() + i] * rows[row * layer.inputs() + i];
        }
        result[row * layer.outputs() + output] = (float) Math.max(0, sum);
      }
    }
    return result;
  }

  private static DenseLayer randomLayer(int inputs, int outputs, Random random) {
    return new DenseLayer(
        inputs,
        outputs,
        normals(inputs * outputs, Math.sqrt(2.0 / inputs), random),
        normals(outputs, BIAS_DEVIATION, random));
  }

  private static float[] normals(int n, double deviation, Random random) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) (deviation * random.nextGaussian());
    }
    return values;
  }
}
