package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Cholesky;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * What one domain contributes to the discrepancy through its labels and weights alone. The target
 * is a domain with equal weights: for {@code q = 1/n}, W is the paper's {@code (K + ε n I)⁻¹} and R
 * its {@code R_t / n}, so that both domains are treated alike.
 *
 * <p>One Cholesky factor serves both operators. With {@code S = √Q K √Q + εI = L Lᵀ} and {@code r =
 * √q}, the paper's {@code B = diag(√q) - q √qᵀ} is {@code √Q P} for the projector {@code P = I - r
 * rᵀ}. So {@code Bᵀ K B + εI = P S P + ε r rᵀ}, and {@code R = ε √Q (P S P)⁺ √Q = ε √Q (S⁻¹ - S⁻¹ r
 * rᵀ S⁻¹ / rᵀ S⁻¹ r) √Q}: W less one direction.
 *
 * @param mean {@code W = √Q S⁻¹ √Q}
 * @param meanSquare {@code A = W K W}
 * @param residual {@code R = ε B (Bᵀ K B + εI)⁻¹ Bᵀ}
 * @param variance {@code M} with {@code R = M Mᵀ}
 */
record LabelOperators(Matrix mean, Matrix meanSquare, Matrix residual, Matrix variance) {

  /**
   * @param kernel the label kernel among the samples
   * @param q the weight of each sample, above 0: a sample of no weight would have rows of 0, so it
   *     is left out beforehand
   */
  static LabelOperators of(Matrix kernel, double[] q, double ridge) {
    double[] root = roots(q);
    Matrix scaled = scaleBothSides(kernel.copy(), root).addToDiagonalInPlace(ridge);
    Matrix upper = Cholesky.of(scaled).inverseLower().transpose();
    Matrix mean = Blas.gram(upper);
    // W K W = √Q S⁻¹ (S - εI) S⁻¹ √Q.
    Matrix meanSquare = Blas.gram(mean).scaleInPlace(-ridge).addInPlace(1, mean);
    scaleBothSides(mean, root);
    scaleBothSides(meanSquare, root);
    return new LabelOperators(
        mean, meanSquare, residual(mean, ridge), variance(upper, root, ridge));
  }

  private static Matrix scaleBothSides(Matrix matrix, double[] by) {
    int n = by.length;
    for (int i = 0; i < n; i++) {
      double own = by[i];
      for (int j = 0; j < n; j++) {
        matrix.data()[i * n + j] *= own * by[j];
      }
    }
    return matrix;
  }

  /** {@code ε (W - W 1 1ᵀ W / 1ᵀ W 1)}. */
  private static Matrix residual(Matrix mean, double ridge) {
    int n = mean.rows();
    double[] sums = new double[n];
    double total = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        sums[i] += mean.data()[i * n + j];
      }
      total += sums[i];
    }
    Matrix residual = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      double share = sums[i] / total;
      for (int j = 0; j < n; j++) {
        residual.data()[i * n + j] = ridge * (mean.data()[i * n + j] - share * sums[j]);
      }
    }
    return residual;
  }

  /** {@code √ε √Q L⁻ᵀ (I - v vᵀ)} for the direction v of {@code L⁻¹ r}; {@code upper} is L⁻ᵀ. */
  private static Matrix variance(Matrix upper, double[] root, double ridge) {
    int n = root.length;
    double[] direction = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        direction[j] += root[i] * upper.data()[i * n + j];
      }
    }
    double square = 0;
    for (double value : direction) {
      square += value * value;
    }
    Matrix variance = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      double along = 0;
      for (int j = i; j < n; j++) {
        along += upper.data()[i * n + j] * direction[j];
      }
      double scale = Math.sqrt(ridge) * root[i];
      for (int j = 0; j < n; j++) {
        variance.data()[i * n + j] =
            scale * (upper.data()[i * n + j] - along / square * direction[j]);
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
