package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Cholesky;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * What one domain contributes to the discrepancy through its labels and weights alone. The target
 * is a domain with equal weights: for {@code q = 1/n}, W is the paper's {@code (K + ε n I)⁻¹} and R
 * its {@code R_t / n}, so that both domains are treated alike.
 *
 * @param mean {@code W = √Q (√Q K √Q + εI)⁻¹ √Q}
 * @param meanSquare {@code A = W K W}
 * @param variance {@code M} with {@code R = ε B (Bᵀ K B + εI)⁻¹ Bᵀ = M Mᵀ}
 */
record LabelOperators(Matrix mean, Matrix meanSquare, Matrix variance) {

  /**
   * @param kernel the label kernel among the samples
   * @param q the weight of each sample, above 0: a sample of no weight would have rows of 0, so it
   *     is left out beforehand
   */
  static LabelOperators of(Matrix kernel, double[] q, double ridge) {
    Matrix mean = mean(kernel, q, ridge);
    Matrix meanSquare = Blas.multiply(mean, Blas.multiply(kernel, mean));
    return new LabelOperators(mean, meanSquare, variance(kernel, q, ridge));
  }

  private static Matrix mean(Matrix kernel, double[] q, double ridge) {
    int n = q.length;
    double[] root = roots(q);
    Matrix scaled = kernel.copy();
    Matrix diagonal = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      diagonal.set(i, i, root[i]);
      for (int j = 0; j < n; j++) {
        scaled.data()[i * n + j] *= root[i] * root[j];
      }
    }
    Matrix half = Cholesky.of(scaled.addToDiagonalInPlace(ridge)).solveLower(diagonal);
    return Blas.transposedGram(half);
  }

  /** {@code √ε B L⁻ᵀ} with {@code L Lᵀ = Bᵀ K B + εI} and {@code B = diag(√q) - q √qᵀ}. */
  private static Matrix variance(Matrix kernel, double[] q, double ridge) {
    int n = q.length;
    double[] root = roots(q);
    double[] mean = new double[n];
    double grandMean = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        mean[i] += kernel.data()[i * n + j] * q[j];
      }
      grandMean += q[i] * mean[i];
    }
    // Bᵀ K B is the kernel around its weighted mean, scaled by the roots of the weights.
    Matrix centred = Matrix.zeros(n, n);
    Matrix bTransposed = Matrix.zeros(n, n);
    double scale = Math.sqrt(ridge);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        centred.data()[i * n + j] =
            root[i] * root[j] * (kernel.data()[i * n + j] - mean[i] - mean[j] + grandMean);
        bTransposed.data()[i * n + j] = -scale * root[i] * q[j];
      }
      bTransposed.data()[i * n + i] += scale * root[i];
    }
    return Cholesky.of(centred.addToDiagonalInPlace(ridge)).solveLower(bTransposed).transpose();
  }

  private static double[] roots(double[] q) {
    double[] root = new double[q.length];
    for (int i = 0; i < root.length; i++) {
      root[i] = Math.sqrt(q[i]);
    }
    return root;
  }
}
