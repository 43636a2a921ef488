package io.gazeshift.glsge.linalg;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.CblasUpper;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;
import static org.bytedeco.openblas.global.openblas.cblas_dsyrk;

/** Products of matrices. */
public final class Blas {

  static {
    BlasThreads.applied();
  }

  private Blas() {}

  /** {@code A B}. */
  public static Matrix multiply(Matrix a, Matrix b) {
    return product(a, false, b, false);
  }

  /** {@code Aᵀ B}. */
  public static Matrix transposedTimes(Matrix a, Matrix b) {
    return product(a, true, b, false);
  }

  /** {@code A Bᵀ}. */
  public static Matrix timesTransposed(Matrix a, Matrix b) {
    return product(a, false, b, true);
  }

  /** {@code A Aᵀ}, exactly symmetric. */
  public static Matrix gram(Matrix a) {
    return gram(a, false);
  }

  /** {@code Aᵀ A}, exactly symmetric. */
  public static Matrix transposedGram(Matrix a) {
    return gram(a, true);
  }

  private static Matrix gram(Matrix a, boolean transposed) {
    int n = transposed ? a.cols() : a.rows();
    int inner = transposed ? a.rows() : a.cols();
    Matrix result = Matrix.zeros(n, n);
    if (n == 0 || inner == 0) {
      return result;
    }
    double[] entries = result.data();
    cblas_dsyrk(
        CblasRowMajor,
        CblasUpper,
        transposed ? CblasTrans : CblasNoTrans,
        n,
        inner,
        1.0,
        a.data(),
        a.cols(),
        0.0,
        entries,
        n);
    return result.mirrorUpperInPlace();
  }

  private static Matrix product(Matrix a, boolean transposeA, Matrix b, boolean transposeB) {
    int m = transposeA ? a.cols() : a.rows();
    int inner = transposeA ? a.rows() : a.cols();
    int innerB = transposeB ? b.cols() : b.rows();
    int n = transposeB ? b.rows() : b.cols();
    if (inner != innerB) {
      throw new IllegalArgumentException(
          "cannot multiply: the inner sizes are %d and %d".formatted(inner, innerB));
    }
    Matrix result = Matrix.zeros(m, n);
    if (m == 0 || n == 0 || inner == 0) {
      return result;
    }
    cblas_dgemm(
        CblasRowMajor,
        transposeA ? CblasTrans : CblasNoTrans,
        transposeB ? CblasTrans : CblasNoTrans,
        m,
        n,
        inner,
        1.0,
        a.data(),
        a.cols(),
        b.data(),
        b.cols(),
        0.0,
        result.data(),
        n);
    return result;
  }
}
