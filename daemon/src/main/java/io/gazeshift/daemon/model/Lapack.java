package io.gazeshift.daemon.model;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dposv;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dsyevd;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;
import static org.bytedeco.openblas.global.openblas.LAPACK_ROW_MAJOR;
import static org.bytedeco.openblas.global.openblas.blas_set_num_threads;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;

/** The three calls into OpenBLAS that making a model needs. Matrices are row by row. */
final class Lapack {

  static {
    // Sums that several threads share depend on who comes first; a model must not.
    blas_set_num_threads(1);
  }

  private Lapack() {}

  /** {@code Aᵀ B} of [n, a] and [n, b]. */
  static double[] transposedProduct(double[] left, int a, double[] right, int b) {
    int n = left.length / a;
    double[] product = new double[a * b];
    cblas_dgemm(
        CblasRowMajor, CblasTrans, CblasNoTrans, a, b, n, 1, left, a, right, b, 0, product, b);
    return product;
  }

  /** Fills in the eigenvalues, smallest first; row i of the matrix becomes the i-th eigenvector. */
  static void symmetricEigen(double[] matrix, double[] values) {
    int n = values.length;
    int info = LAPACKE_dsyevd(LAPACK_COL_MAJOR, (byte) 'V', (byte) 'U', n, matrix, n, values);
    if (info != 0) {
      throw new ArithmeticException("no eigenvalues: LAPACK dsyevd says " + info);
    }
  }

  /** Solves {@code S X = B} for a positive definite S; B [n, columns] becomes X. */
  static void solvePositive(double[] matrix, int n, double[] right, int columns) {
    int info = LAPACKE_dposv(LAPACK_ROW_MAJOR, (byte) 'L', n, columns, matrix, n, right, columns);
    if (info != 0) {
      throw new ArithmeticException("no solution: LAPACK dposv says " + info);
    }
  }
}
