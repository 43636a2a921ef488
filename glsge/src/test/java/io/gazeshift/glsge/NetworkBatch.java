package io.gazeshift.glsge;

import io.gazeshift.glsge.kernel.ConditionalDiscrepancy;
import io.gazeshift.glsge.kernel.Discrepancy;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;

/**
 * Batches of two domains with features z as a random network makes them, by way of a hidden layer
 * h, of gaze and a few nuisances.
 */
@SuppressWarnings("ArrayRecordComponent")
public record NetworkBatch(
    Matrix hs, Matrix ht, Matrix zs, Matrix zt, Matrix ys, Matrix yt, double[] q) {

  public Discrepancy evaluate(ConditionalDiscrepancy discrepancy) {
    return discrepancy.between(zs, zt, ys, yt, q);
  }

  /** A gradient by the features as the weights of the network's last layer would see it. */
  public Matrix byWeights(Discrepancy d) {
    return Blas.transposedTimes(hs, d.sourceGradient())
        .addInPlace(1, Blas.transposedTimes(ht, d.targetGradient()));
  }

  public static NetworkBatch random(int n, int nuisances, long seed) {
    Random random = new Random(seed);
    int inputs = nuisances + 2;
    Matrix w1 = Samples.normal(random, inputs, 256, 0, 1 / Math.sqrt(inputs));
    Matrix w2 = Samples.normal(random, 256, 128, 0, Math.sqrt(2.0 / 256));
    Matrix ys = Samples.normal(random, n, 2, 0, 0.25);
    Matrix yt = Samples.normal(random, n, 2, 0.1, 0.15);
    double[] density = new double[n];
    for (int i = 0; i < n; i++) {
      double dx = ys.get(i, 0) - 0.1;
      double dy = ys.get(i, 1) - 0.1;
      density[i] = Math.exp(-(dx * dx + dy * dy) / (2 * 0.15 * 0.15));
    }
    Matrix hs = hidden(random, ys, nuisances, 0, w1);
    Matrix ht = hidden(random, yt, nuisances, 0.5, w1);
    return new NetworkBatch(
        hs,
        ht,
        relu(Blas.multiply(hs, w2)),
        relu(Blas.multiply(ht, w2)),
        ys,
        yt,
        ImportanceWeights.normalised(density).values());
  }

  private static Matrix hidden(Random random, Matrix y, int nuisances, double shift, Matrix w1) {
    Matrix x = Matrix.zeros(y.rows(), nuisances + 2);
    for (int i = 0; i < y.rows(); i++) {
      for (int c = 0; c < x.cols(); c++) {
        x.set(i, c, c < 2 ? 4 * y.get(i, c) : 0.7 * random.nextGaussian() + shift);
      }
    }
    return relu(Blas.multiply(x, w1));
  }

  private static Matrix relu(Matrix matrix) {
    for (int i = 0; i < matrix.data().length; i++) {
      matrix.data()[i] = Math.max(0, matrix.data()[i]);
    }
    return matrix;
  }
}
