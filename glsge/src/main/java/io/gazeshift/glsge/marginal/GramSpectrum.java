package io.gazeshift.glsge.marginal;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.linalg.SymmetricEigen;

/**
 * The spectrum of {@code G = Aᵀ A} for a batch {@code A = [1, Z]}, computed on whichever of {@code
 * Aᵀ A} and {@code A Aᵀ} is smaller: a batch usually has fewer samples than features.
 */
final class GramSpectrum {

  private final Matrix batch;
  private final boolean thin;
  private final SymmetricEigen eigen;
  private final int rank;

  GramSpectrum(Matrix features) {
    this.batch = withOnes(features);
    this.thin = batch.rows() <= batch.cols();
    this.eigen = SymmetricEigen.of(thin ? Blas.gram(batch) : Blas.transposedGram(batch));
    this.rank = rank(eigen.values(), Math.max(batch.rows(), batch.cols()));
  }

  Matrix batch() {
    return batch;
  }

  /** How many eigenvalues stand out of rounding noise; at least 1, as ones are in every row. */
  int rank() {
    return rank;
  }

  /** The i-th largest eigenvalue, 0 beyond the rank. */
  double value(int i) {
    return i < rank ? eigen.values()[i] : 0;
  }

  /**
   * How many eigenvalues to keep: one less than the number whose cumulative share stays within the
   * threshold, where the first two always count as staying within. This is how the authors of
   * DARE-GRAM count, and the smallest result is 1.
   */
  int kept(double threshold) {
    double total = 0;
    for (int i = 0; i < rank; i++) {
      total += value(i);
    }
    double cumulative = value(0);
    int within = 1;
    for (int i = 1; i < rank; i++) {
      cumulative += value(i);
      if (i > 1 && cumulative / total > threshold) {
        break;
      }
      within++;
    }
    return Math.max(1, within - 1);
  }

  /** The leading eigenvectors of G, one a row. */
  Matrix leading(int count) {
    Matrix vectors = eigen.vectors().rows(0, count);
    if (!thin) {
      return vectors;
    }
    Matrix result = Blas.multiply(vectors, batch);
    for (int i = 0; i < count; i++) {
      double scale = 1 / Math.sqrt(value(i));
      for (int c = 0; c < result.cols(); c++) {
        result.data()[i * result.cols() + c] *= scale;
      }
    }
    return result;
  }

  /**
   * {@code (λ_i I - G)⁻¹ r_i} for each row {@code r_i}, all of them orthogonal to as many leading
   * eigenvectors as there are rows.
   */
  Matrix resolve(Matrix rows) {
    int count = rows.rows();
    if (!thin) {
      return acrossTheRest(rows, count);
    }
    // (λI - AᵀA)⁻¹ = (I + Aᵀ (λI - AAᵀ)⁻¹ A) / λ: nothing is divided by a small eigenvalue.
    Matrix inner = acrossTheRest(Blas.timesTransposed(rows, batch), count);
    Matrix result = Blas.multiply(inner, batch).addInPlace(1, rows);
    return overValues(result);
  }

  /** Divides the i-th row by the i-th eigenvalue, in place. */
  Matrix overValues(Matrix rows) {
    int cols = rows.cols();
    for (int i = 0; i < rows.rows(); i++) {
      for (int c = 0; c < cols; c++) {
        rows.data()[i * cols + c] /= value(i);
      }
    }
    return rows;
  }

  /** {@code Σ_j e_j (e_j·r_i) / (λ_i - λ_j)} over the eigenvectors beyond the leading ones. */
  private Matrix acrossTheRest(Matrix rows, int count) {
    int n = eigen.values().length;
    Matrix coefficients = Blas.timesTransposed(rows, eigen.vectors());
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < n; j++) {
        double gap = eigen.values()[i] - eigen.values()[j];
        // Equal eigenvalues on both sides of the cut have no gradient between them.
        boolean beyond = j >= count && gap > 1e-13 * eigen.values()[0];
        coefficients.data()[i * n + j] = beyond ? coefficients.data()[i * n + j] / gap : 0;
      }
    }
    return Blas.multiply(coefficients, eigen.vectors());
  }

  private static int rank(double[] values, int size) {
    double noise = values[0] * 4 * size * Math.ulp(1.0);
    int rank = 1;
    while (rank < values.length && values[rank] > noise) {
      rank++;
    }
    return rank;
  }

  private static Matrix withOnes(Matrix features) {
    int p = features.cols();
    Matrix batch = Matrix.zeros(features.rows(), p + 1);
    for (int i = 0; i < features.rows(); i++) {
      batch.data()[i * (p + 1)] = 1;
      System.arraycopy(features.data(), i * p, batch.data(), i * (p + 1) + 1, p);
    }
    return batch;
  }
}
