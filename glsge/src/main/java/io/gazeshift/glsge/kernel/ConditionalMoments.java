package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Cholesky;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * The conditional mean and covariance of one domain in a space of features Φ, given labels that a
 * thin factor {@code Ψ} of their kernel describes.
 *
 * @param meanWeights {@code E = Q Ψ (Ψᵀ Q Ψ + εI)⁻¹}
 * @param mean {@code C = Eᵀ Φ}
 * @param residual {@code R Φ}
 * @param covariance {@code Σ = Φᵀ R Φ}
 * @param meanDiagonal the diagonal of {@code E Eᵀ}
 * @param covarianceDiagonal the diagonal of R
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
record ConditionalMoments(
    Matrix meanWeights,
    Matrix mean,
    Matrix residual,
    Matrix covariance,
    double[] meanDiagonal,
    double[] covarianceDiagonal) {

  /**
   * @param phi the features, one sample a row
   * @param psi the factor of the label kernel, one sample a row
   * @param q the weight of each sample, above 0
   */
  static ConditionalMoments of(Matrix phi, Matrix psi, double[] q, double ridge) {
    Matrix weighted = scaleRows(psi.copy(), q);
    Matrix inner = Blas.transposedTimes(psi, weighted).addToDiagonalInPlace(ridge);
    Matrix meanWeights = Cholesky.of(inner).solve(weighted.transpose()).transpose();

    // R = B (I - G (GᵀG + εI)⁻¹ Gᵀ) Bᵀ with G = Bᵀ Ψ, by the identity of Woodbury. What B centres
    // is orthogonal to √q, so a second centring changes nothing.
    double[] root = new double[q.length];
    for (int i = 0; i < q.length; i++) {
      root[i] = Math.sqrt(q[i]);
    }
    Matrix centredPhi = scaleRows(aroundWeightedMean(phi, q), root);
    Matrix g = scaleRows(aroundWeightedMean(psi, q), root);
    Matrix half =
        Cholesky.of(Blas.transposedGram(g).addToDiagonalInPlace(ridge)).solveLower(g.transpose());
    Matrix explained = Blas.multiply(half, centredPhi);
    Matrix covariance =
        Blas.transposedGram(centredPhi).addInPlace(-1, Blas.transposedGram(explained));
    Matrix rest = centredPhi.addInPlace(-1, Blas.transposedTimes(half, explained));

    double[] covarianceDiagonal = new double[q.length];
    for (int i = 0; i < q.length; i++) {
      double unexplained = 1;
      for (int k = 0; k < half.rows(); k++) {
        unexplained -= half.get(k, i) * half.get(k, i);
      }
      covarianceDiagonal[i] = q[i] * (unexplained - q[i]);
    }
    return new ConditionalMoments(
        meanWeights,
        Blas.transposedTimes(meanWeights, phi),
        scaleRows(rest, root),
        covariance,
        squaredRows(meanWeights),
        covarianceDiagonal);
  }

  private static double[] squaredRows(Matrix matrix) {
    int cols = matrix.cols();
    double[] squares = new double[matrix.rows()];
    for (int i = 0; i < squares.length; i++) {
      for (int c = 0; c < cols; c++) {
        squares[i] += matrix.data()[i * cols + c] * matrix.data()[i * cols + c];
      }
    }
    return squares;
  }

  private static Matrix scaleRows(Matrix matrix, double[] factors) {
    int cols = matrix.cols();
    for (int i = 0; i < factors.length; i++) {
      for (int c = 0; c < cols; c++) {
        matrix.data()[i * cols + c] *= factors[i];
      }
    }
    return matrix;
  }

  private static Matrix aroundWeightedMean(Matrix matrix, double[] q) {
    int cols = matrix.cols();
    double[] mean = new double[cols];
    for (int i = 0; i < q.length; i++) {
      for (int c = 0; c < cols; c++) {
        mean[c] += q[i] * matrix.data()[i * cols + c];
      }
    }
    Matrix result = matrix.copy();
    for (int i = 0; i < q.length; i++) {
      for (int c = 0; c < cols; c++) {
        result.data()[i * cols + c] -= mean[c];
      }
    }
    return result;
  }
}
