package io.gazeshift.glsge.linalg;

import static org.bytedeco.openblas.global.openblas.LAPACKE_dgesdd;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgesvd;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;

/**
 * The thin singular value decomposition {@code A = U diag(values) Vᵀ}, largest value first; {@code
 * left} is {@code U} and {@code rightTransposed} is {@code Vᵀ}.
 */
// Numbers in bulk: nobody compares these by value.
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
    int rows = matrix.rows();
    int cols = matrix.cols();
    int rank = Math.min(rows, cols);
    double[] values = new double[rank];
    Matrix left = Matrix.zeros(rows, rank);
    Matrix rightTransposed = Matrix.zeros(rank, cols);
    if (rank > 0) {
      // Row by row, A is Aᵀ column by column: its left vectors are our right ones.
      int info =
          LAPACKE_dgesdd(
              LAPACK_COL_MAJOR,
              (byte) 'S',
              cols,
              rows,
              matrix.data().clone(),
              cols,
              values,
              rightTransposed.data(),
              cols,
              left.data(),
              rank);
      if (info > 0) {
        // Divide and conquer does not always get to its end where samples repeat.
        return byQr(matrix);
      }
      requireDone(info, matrix);
    }
    return new Svd(left, values, rightTransposed);
  }

  /** The same by QR iteration: slower, and surer to converge. */
  static Svd byQr(Matrix matrix) {
    int rows = matrix.rows();
    int cols = matrix.cols();
    int rank = Math.min(rows, cols);
    double[] values = new double[rank];
    Matrix left = Matrix.zeros(rows, rank);
    Matrix rightTransposed = Matrix.zeros(rank, cols);
    int info =
        LAPACKE_dgesvd(
            LAPACK_COL_MAJOR,
            (byte) 'S',
            (byte) 'S',
            cols,
            rows,
            matrix.data().clone(),
            cols,
            values,
            rightTransposed.data(),
            cols,
            left.data(),
            rank,
            new double[rank]);
    requireDone(info, matrix);
    return new Svd(left, values, rightTransposed);
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
