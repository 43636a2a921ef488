package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Cholesky;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.linalg.Svd;

/**
 * How much two covariances have in common, {@code tr (S^½ T S^½)^½}: the nuclear norm of {@code
 * F_tᵀ F_s} for any factors {@code S = F_s F_sᵀ} and {@code T = F_t F_tᵀ}.
 *
 * @param value the fidelity
 * @param mapOfS {@code F_s⁻ᵀ Pᵀ F_tᵀ} with the polar factor P: if {@code S = Φᵀ R Φ}, the gradient
 *     by Φ is {@code R Φ} times this
 * @param mapOfT the same for T
 */
record Fidelity(double value, Matrix mapOfS, Matrix mapOfT) {

  /** Relative to the mean variance: what keeps a factor invertible where samples are few. */
  private static final double JITTER = 1e-10;

  static Fidelity of(Matrix s, Matrix t) {
    Cholesky cs = Cholesky.of(jittered(s));
    Cholesky ct = Cholesky.of(jittered(t));
    Matrix fs = cs.lower();
    Matrix ft = ct.lower();
    Svd svd = Svd.of(Blas.transposedTimes(ft, fs));
    double sum = 0;
    for (double value : svd.values()) {
      sum += value;
    }
    Matrix polar = Blas.multiply(svd.left(), svd.rightTransposed());
    return new Fidelity(
        sum,
        cs.solveLowerTransposed(Blas.timesTransposed(polar.transpose(), ft)),
        ct.solveLowerTransposed(Blas.timesTransposed(polar, fs)));
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
