package io.gazeshift.glsge.linalg;

import static org.bytedeco.openblas.global.openblas.LAPACKE_dgesdd;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgesvd;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;

/**
 * The thin singular value decomposition {@code A = U diag(values) Vᵀ}, largest value first; {@code
 * left} is {@code U} and {@code rightTransposed} is {@code Vᵀ}.
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record Svd(Matrix left, double[] values, Matrix rightTransposed) {

  static {
    BlasThreads.applied();
  }

  /**
   * Decomposes a matrix, which is left untouched.
   *
   * @throws ArithmeticException if the iteration does not converge or the matrix is not finite
   */
  public static Svd of(Matrix matrix) {
    Svd result = empty(matrix);
    if (result.values.length == 0) {
      return result;
    }
    int info =
        LAPACKE_dgesdd(
            LAPACK_COL_MAJOR,
            (byte) 'S',
            matrix.cols(),
            matrix.rows(),
            matrix.data().clone(),
            matrix.cols(),
            result.values,
            result.rightTransposed.data(),
            matrix.cols(),
            result.left.data(),
            result.values.length);
    if (info > 0) {
      // Divide and conquer does not always get to its end where samples repeat.
      return byQr(matrix);
    }
    requireDone(info, matrix);
    return result;
  }

  /** The same by QR iteration: slower, and surer to converge. */
  static Svd byQr(Matrix matrix) {
    Svd result = empty(matrix);
    int info =
        LAPACKE_dgesvd(
            LAPACK_COL_MAJOR,
            (byte) 'S',
            (byte) 'S',
            matrix.cols(),
            matrix.rows(),
            matrix.data().clone(),
            matrix.cols(),
            result.values,
            result.rightTransposed.data(),
            matrix.cols(),
            result.left.data(),
            result.values.length,
            new double[result.values.length]);
    requireDone(info, matrix);
    return result;
  }

  /**
   * What LAPACK writes a decomposition into. Row by row, A is Aᵀ column by column: its left vectors
   * are our right ones.
   */
  private static Svd empty(Matrix matrix) {
    int rank = Math.min(matrix.rows(), matrix.cols());
    return new Svd(
        Matrix.zeros(matrix.rows(), rank), new double[rank], Matrix.zeros(rank, matrix.cols()));
  }

  private static void requireDone(int info, Matrix matrix) {
    if (info != 0) {
      throw new ArithmeticException(
          "no singular values of a %d x %d matrix (LAPACK says %d)"
              .formatted(matrix.rows(), matrix.cols(), info));
    }
  }

  /** How many singular values stand out of rounding noise. */
  public int rank() {
    if (values.length == 0) {
      return 0;
    }
    double noise = values[0] * 4 * Math.max(left.rows(), rightTransposed.cols()) * Math.ulp(1.0);
    int rank = 0;
    while (rank < values.length && values[rank] > noise) {
      rank++;
    }
    return rank;
  }
}
