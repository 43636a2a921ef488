package io.gazeshift.glsge;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Seeded random batches for property tests. */
public final class Samples {

  private Samples() {}

  public static Matrix normal(Random random, int rows, int cols, double mean, double sigma) {
    Matrix matrix = Matrix.zeros(rows, cols);
    for (int i = 0; i < matrix.data().length; i++) {
      matrix.data()[i] = mean + sigma * random.nextGaussian();
    }
    return matrix;
  }

  /** Features as a ReLU makes them: half of them 0. */
  public static Matrix relu(Random random, int rows, int cols) {
    Matrix matrix = normal(random, rows, cols, 0, 1);
    for (int i = 0; i < matrix.data().length; i++) {
      matrix.data()[i] = Math.max(0, matrix.data()[i]);
    }
    return matrix;
  }

  /** Random weights that sum to 1, every third of them 0. */
  public static double[] weights(Random random, int n) {
    double[] weights = new double[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      weights[i] = i % 3 == 2 ? 0 : 0.1 + random.nextDouble();
      sum += weights[i];
    }
    for (int i = 0; i < n; i++) {
      weights[i] /= sum;
    }
    return weights;
  }

  public static int[] permutation(Random random, int n) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** The gradient of a function by central differences of fourth order. */
  public static Matrix finiteDifferences(Matrix at, double step, ToDoubleFunction<Matrix> f) {
    Matrix gradient = Matrix.zeros(at.rows(), at.cols());
    Matrix x = at.copy();
    for (int i = 0; i < x.data().length; i++) {
      double original = x.data()[i];
      double[] values = new double[4];
      double[] offsets = {-2, -1, 1, 2};
      for (int k = 0; k < 4; k++) {
        x.data()[i] = original + offsets[k] * step;
        values[k] = f.applyAsDouble(x);
      }
      x.data()[i] = original;
      gradient.data()[i] = (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * step);
    }
    return gradient;
  }
}
