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
    double[] root = roots(q);
    Matrix scaled = kernel.copy();
    scaleBothSides(scaled, root);
    Matrix mean = Cholesky.of(scaled.addToDiagonalInPlace(ridge)).inverse();
    // With S = √Q K √Q + εI, W K W = √Q S⁻¹ (S - εI) S⁻¹ √Q.
    Matrix meanSquare = Blas.gram(mean).scaleInPlace(-ridge).addInPlace(1, mean);
    scaleBothSides(mean, root);
    scaleBothSides(meanSquare, root);
    return new LabelOperators(mean, meanSquare, variance(kernel, q, root, ridge));
  }

  private static void scaleBothSides(Matrix matrix, double[] by) {
    int n = by.length;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        matrix.data()[i * n + j] *= by[i] * by[j];
      }
    }
  }

  /** {@code √ε B L⁻ᵀ} with {@code L Lᵀ = Bᵀ K B + εI} and {@code B = diag(√q) - q √qᵀ}. */
  private static Matrix variance(Matrix kernel, double[] q, double[] root, double ridge) {
    int n = q.length;
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
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        centred.data()[i * n + j] =
            root[i] * root[j] * (kernel.data()[i * n + j] - mean[i] - mean[j] + grandMean);
      }
    }
    Matrix inverse = Cholesky.of(centred.addToDiagonalInPlace(ridge)).inverseLower();
    Matrix variance = Matrix.zeros(n, n);
    double scale = Math.sqrt(ridge);
    for (int j = 0; j < n; j++) {
      double along = 0;
      for (int k = 0; k <= j; k++) {
        along += inverse.data()[j * n + k] * root[k];
      }
      for (int i = 0; i < n; i++) {
        variance.data()[i * n + j] = scale * (root[i] * inverse.data()[j * n + i] - q[i] * along);
      }
    }
    return variance;
  }

  private static double[] roots(double[] q) {
    double[] root = new double[q.length];
    for (int i = 0; i < root.length; i++) {
      root[i] = Math.sqrt(q[i]);
    }
    return root;
  }
}
