package io.gazeshift.glsge.linalg;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.cblas_sgemm;

/** Products of float32 matrices, row by row, as networks need them. */
public final class FloatBlas {

  static {
    BlasThreads.applied();
  }

  private FloatBlas() {}

  /** {@code C = A B} for A of {@code m x inner} and B of {@code inner x n}. */
  public static float[] multiply(float[] a, float[] b, int m, int inner, int n) {
    return product(CblasNoTrans, a, inner, CblasNoTrans, b, n, m, inner, n);
  }

  /** {@code C = Aᵀ B} for A of {@code inner x m} and B of {@code inner x n}. */
  public static float[] transposedTimes(float[] a, float[] b, int m, int inner, int n) {
    return product(CblasTrans, a, m, CblasNoTrans, b, n, m, inner, n);
  }

  /** {@code C = A Bᵀ} for A of {@code m x inner} and B of {@code n x inner}. */
  public static float[] timesTransposed(float[] a, float[] b, int m, int inner, int n) {
    return product(CblasNoTrans, a, inner, CblasTrans, b, inner, m, inner, n);
  }

  private static float[] product(
      int transposeA,
      float[] a,
      int strideA,
      int transposeB,
      float[] b,
      int strideB,
      int m,
      int inner,
      int n) {
    if (a.length != (long) m * inner || b.length != (long) inner * n) {
      throw new IllegalArgumentException(
          "%d and %d numbers do not make matrices of %d x %d and %d x %d"
              .formatted(a.length, b.length, m, inner, inner, n));
    }
    float[] result = new float[Math.multiplyExact(m, n)];
    if (result.length > 0 && inner > 0) {
      cblas_sgemm(
          CblasRowMajor,
          transposeA,
          transposeB,
          m,
          n,
          inner,
          1f,
          a,
          strideA,
          b,
          strideB,
          0f,
          result,
          n);
    }
    return result;
  }
}
