package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.linalg.Svd;

/** A sum of singular values and its gradient, the polar factor {@code U Vᵀ} of the matrix. */
record NuclearNorm(double value, Matrix polar) {

  /**
   * @param smoothing δ in {@code Σ sqrt(σ² + δ²)}
   * @param count how many singular values to count; the ones that the matrix is too small to have
   *     are 0
   */
  static NuclearNorm of(Matrix matrix, double smoothing, int count) {
    Svd svd = Svd.of(matrix);
    // Directions of singular value 0 have no gradient of their own; the shortest choice is none.
    int rank = svd.rank();
    double value = 0;
    int width = svd.values().length;
    double[] factors = new double[width];
    for (int k = 0; k < width; k++) {
      double sigma = svd.values()[k];
      double smooth = Math.hypot(sigma, smoothing);
      value += smooth;
      factors[k] = k < rank ? sigma / smooth : 0;
    }
    Matrix left = svd.left();
    for (int i = 0; i < left.rows(); i++) {
      for (int k = 0; k < width; k++) {
        left.data()[i * width + k] *= factors[k];
      }
    }
    value += (count - width) * smoothing;
    return new NuclearNorm(value, Blas.multiply(left, svd.rightTransposed()));
  }
}
