package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Cholesky;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.linalg.SymmetricEigen;

/**
 * How much two covariances have in common, {@code tr (S^½ T S^½)^½}: the sum of the roots of the
 * eigenvalues of {@code Fᵀ T F} for any factor {@code S = F Fᵀ}.
 *
 * @param value the fidelity
 * @param mapOfS the optimal transport {@code F⁻ᵀ (Fᵀ T F)^½ F⁻¹} from S to T: if {@code S = Φᵀ R
 *     Φ}, the gradient by Φ is {@code R Φ} times this
 * @param mapOfT the transport back, {@code F (Fᵀ T F)^-½ Fᵀ}, which is the same for T
 */
record Fidelity(double value, Matrix mapOfS, Matrix mapOfT) {

  /** Relative to the mean variance: what keeps a factor invertible where samples are few. */
  private static final double JITTER = 1e-7;

  static Fidelity of(Matrix s, Matrix t) {
    Cholesky cholesky = Cholesky.of(jittered(s));
    Matrix factor = cholesky.lower();
    SymmetricEigen eigen =
        SymmetricEigen.of(Blas.transposedTimes(factor, Blas.multiply(jittered(t), factor)));
    int n = s.rows();
    // Rows of `there` and `back` carry a fourth root each, so that their Gram matrices carry a
    // root.
    Matrix there = eigen.vectors().copy();
    Matrix back = eigen.vectors().copy();
    double sum = 0;
    double noise = Math.abs(eigen.values()[0]) * n * Math.ulp(1.0);
    for (int k = 0; k < n; k++) {
      double root = Math.sqrt(Math.max(0, eigen.values()[k]));
      sum += root;
      double quarter = Math.sqrt(root);
      boolean isNoise = eigen.values()[k] <= noise;
      for (int c = 0; c < n; c++) {
        there.data()[k * n + c] *= isNoise ? 0 : quarter;
        back.data()[k * n + c] *= isNoise ? 0 : 1 / quarter;
      }
    }
    return new Fidelity(
        sum,
        Blas.gram(cholesky.solveLowerTransposed(there.transpose())),
        Blas.gram(Blas.timesTransposed(factor, back)));
  }

  private static Matrix jittered(Matrix covariance) {
    int n = covariance.rows();
    double trace = 0;
    for (int i = 0; i < n; i++) {
      trace += covariance.get(i, i);
    }
    double mean = trace > 0 ? trace / n : 1;
    return covariance.copy().addToDiagonalInPlace(JITTER * mean);
  }
}
