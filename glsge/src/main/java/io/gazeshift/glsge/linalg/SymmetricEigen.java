package io.gazeshift.glsge.linalg;

import static org.bytedeco.openblas.global.openblas.LAPACKE_dsyevd;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;

/**
 * The eigenvalues of a symmetric matrix, largest first, and its eigenvectors: row {@code i} of
 * {@code vectors} belongs to {@code values[i]}.
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record SymmetricEigen(double[] values, Matrix vectors) {

  static {
    BlasThreads.applied();
  }

  /**
   * Decomposes a symmetric matrix, which is left untouched.
   *
   * @throws ArithmeticException if the iteration does not converge or the matrix is not finite
   */
  public static SymmetricEigen of(Matrix symmetric) {
    int n = symmetric.rows();
    if (symmetric.cols() != n) {
      throw new IllegalArgumentException("eigenvalues need a square matrix, got " + symmetric);
    }
    double[] columns = symmetric.data().clone();
    double[] ascending = new double[n];
    int info =
        n == 0
            ? 0
            : LAPACKE_dsyevd(LAPACK_COL_MAJOR, (byte) 'V', (byte) 'U', n, columns, n, ascending);
    if (info != 0) {
      throw new ArithmeticException(
          "no eigenvalues of a %d x %d matrix (LAPACK says %d)".formatted(n, n, info));
    }
    double[] values = new double[n];
    Matrix vectors = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      values[i] = ascending[n - 1 - i];
      System.arraycopy(columns, (n - 1 - i) * n, vectors.data(), i * n, n);
    }
    return new SymmetricEigen(values, vectors);
  }
}
