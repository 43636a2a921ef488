package io.gazeshift.glsge.marginal;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;

/**
 * The pseudo inverse {@code P = Vᵀ Λ⁻¹ V} of a Gram matrix over its leading eigenvectors (the rows
 * of V), never formed: it has few rows against thousands of entries.
 */
final class TruncatedInverse {

  private final Matrix vectors;
  private final Matrix scaled;
  private final boolean[] dead;

  TruncatedInverse(GramSpectrum spectrum, int kept) {
    this.vectors = spectrum.leading(kept);
    this.scaled = vectors.copy();
    int width = vectors.cols();
    for (int i = 0; i < kept; i++) {
      for (int c = 0; c < width; c++) {
        scaled.data()[i * width + c] /= spectrum.value(i);
      }
    }
    this.dead = dead(spectrum.batch());
  }

  Matrix vectors() {
    return vectors;
  }

  /** {@code Λ⁻¹ V}: column j holds the coordinates of column j of P in the rows of V. */
  Matrix scaled() {
    return scaled;
  }

  /** Whether a feature is 0 throughout the batch, so that its column of P is 0 too. */
  boolean isDead(int column) {
    return dead[column];
  }

  /** {@code P r} for each row r. */
  Matrix times(Matrix rows) {
    return Blas.multiply(Blas.timesTransposed(rows, vectors), scaled);
  }

  private static boolean[] dead(Matrix batch) {
    int width = batch.cols();
    boolean[] dead = new boolean[width];
    Arrays.fill(dead, true);
    for (int i = 0; i < batch.rows(); i++) {
      for (int c = 0; c < width; c++) {
        dead[c] &= batch.data()[i * width + c] == 0;
      }
    }
    return dead;
  }
}
