package io.gazeshift.glsge.marginal;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * The mean over columns of {@code 1 - cos} between two inverses, with what it does to each of them.
 *
 * @param mean the mean; a dead feature has no direction and counts with cos = 0
 * @param pullOnFirst {@code S v} for each vector v of the first inverse P, where S is the symmetric
 *     gradient of the mean by P
 * @param pullOnSecond the same for the second
 */
record Angle(double mean, Matrix pullOnFirst, Matrix pullOnSecond) {

  static Angle between(TruncatedInverse a, TruncatedInverse b) {
    int width = a.vectors().cols();
    Matrix aInB = Blas.multiply(Blas.timesTransposed(a.vectors(), b.vectors()), b.scaled());
    double[] normA = columnNorms(a.scaled());
    double[] normB = columnNorms(b.scaled());
    double[] both = new double[width];
    double[] onlyA = new double[width];
    double[] onlyB = new double[width];
    double sum = 0;
    for (int j = 0; j < width; j++) {
      double cos = 0;
      if (!a.isDead(j) && !b.isDead(j) && normA[j] > 0 && normB[j] > 0) {
        double dot = 0;
        for (int i = 0; i < a.scaled().rows(); i++) {
          dot += a.scaled().get(i, j) * aInB.get(i, j);
        }
        cos = dot / (normA[j] * normB[j]);
        both[j] = 1 / (normA[j] * normB[j]);
        onlyA[j] = cos / (normA[j] * normA[j]);
        onlyB[j] = cos / (normB[j] * normB[j]);
      }
      sum += 1 - cos;
    }
    return new Angle(sum / width, pull(a, b, both, onlyA), pull(b, a, both, onlyB));
  }

  /**
   * Column j of the gradient is {@code -(b_j / (|a_j| |b_j|) - cos a_j / |a_j|²) / width}; this is
   * its symmetric part times each vector of {@code own}.
   */
  private static Matrix pull(
      TruncatedInverse own, TruncatedInverse other, double[] both, double[] onlyOwn) {
    Matrix v = own.vectors();
    Matrix result = other.times(scaleColumns(v.copy(), both));
    result.addInPlace(1, scaleColumns(other.times(v), both));
    result.addInPlace(-1, own.times(scaleColumns(v.copy(), onlyOwn)));
    result.addInPlace(-1, scaleColumns(own.scaled().copy(), onlyOwn));
    return result.scaleInPlace(-0.5 / v.cols());
  }

  private static Matrix scaleColumns(Matrix matrix, double[] factors) {
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < factors.length; j++) {
        matrix.data()[i * factors.length + j] *= factors[j];
      }
    }
    return matrix;
  }

  private static double[] columnNorms(Matrix matrix) {
    double[] norms = new double[matrix.cols()];
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < norms.length; j++) {
        double value = matrix.get(i, j);
        norms[j] += value * value;
      }
    }
    for (int j = 0; j < norms.length; j++) {
      norms[j] = Math.sqrt(norms[j]);
    }
    return norms;
  }
}
