package io.gazeshift.glsge.linalg;

import static org.bytedeco.openblas.global.openblas.CblasLeft;
import static org.bytedeco.openblas.global.openblas.CblasLower;
import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotri;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dtrtri;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;
import static org.bytedeco.openblas.global.openblas.cblas_dtrsm;

/** The factor {@code L} of a symmetric positive definite matrix {@code S = L Lᵀ}. */
public final class Cholesky {

  static {
    BlasThreads.applied();
  }

  private final int n;
  // Row by row; only the lower triangle means anything.
  private final double[] lower;

  private Cholesky(int n, double[] lower) {
    this.n = n;
    this.lower = lower;
  }

  /**
   * Factors a symmetric matrix, which is left untouched.
   *
   * @throws ArithmeticException if the matrix is not positive definite or not finite
   */
  public static Cholesky of(Matrix symmetric) {
    int n = symmetric.rows();
    if (symmetric.cols() != n) {
      throw new IllegalArgumentException("Cholesky needs a square matrix, got " + symmetric);
    }
    double[] factor = symmetric.data().clone();
    // The upper triangle in columns is the lower one in rows: no transposition is needed.
    int info = n == 0 ? 0 : LAPACKE_dpotrf(LAPACK_COL_MAJOR, (byte) 'U', n, factor, n);
    if (info != 0) {
      throw new ArithmeticException(
          "a %d x %d matrix is not positive definite (pivot %d)".formatted(n, n, info));
    }
    return new Cholesky(n, factor);
  }

  /** {@code S⁻¹ B}. */
  public Matrix solve(Matrix right) {
    Matrix result = right.copy();
    triangular(result, CblasNoTrans);
    triangular(result, CblasTrans);
    return result;
  }

  /** {@code L⁻¹ B}. */
  public Matrix solveLower(Matrix right) {
    Matrix result = right.copy();
    triangular(result, CblasNoTrans);
    return result;
  }

  /** {@code L⁻ᵀ B}. */
  public Matrix solveLowerTransposed(Matrix right) {
    Matrix result = right.copy();
    triangular(result, CblasTrans);
    return result;
  }

  /** {@code S⁻¹}: cheaper than solving for the identity. */
  public Matrix inverse() {
    Matrix inverse = lower();
    double[] entries = inverse.data();
    if (n > 0) {
      requireRegular(LAPACKE_dpotri(LAPACK_COL_MAJOR, (byte) 'U', n, entries, n));
    }
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        entries[i * n + j] = entries[j * n + i];
      }
    }
    return inverse;
  }

  /** {@code L⁻¹}, with zeros above the diagonal: cheaper than solving for the identity. */
  public Matrix inverseLower() {
    Matrix inverse = lower();
    if (n > 0) {
      requireRegular(
          LAPACKE_dtrtri(LAPACK_COL_MAJOR, (byte) 'U', (byte) 'N', n, inverse.data(), n));
    }
    return inverse;
  }

  private void requireRegular(int info) {
    if (info != 0) {
      throw new ArithmeticException(
          "a %d x %d matrix is singular (pivot %d)".formatted(n, n, info));
    }
  }

  /** {@code L}, with zeros above the diagonal. */
  public Matrix lower() {
    Matrix result = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      System.arraycopy(lower, i * n, result.data(), i * n, i + 1);
    }
    return result;
  }

  private void triangular(Matrix right, int transpose) {
    if (right.rows() != n) {
      throw new IllegalArgumentException(
          "the right side has %d rows, the matrix %d".formatted(right.rows(), n));
    }
    if (n == 0 || right.cols() == 0) {
      return;
    }
    cblas_dtrsm(
        CblasRowMajor,
        CblasLeft,
        CblasLower,
        transpose,
        CblasNonUnit,
        n,
        right.cols(),
        1.0,
        lower,
        n,
        right.data(),
        right.cols());
  }
}
