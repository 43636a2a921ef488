package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.stream.IntStream;

/** What every pair of batches must satisfy. */
final class Batches {

  private Batches() {}

  static void require(Matrix zs, Matrix zt, Matrix ys, Matrix yt, double[] q) {
    if (zs.rows() == 0 || zt.rows() == 0) {
      throw new IllegalArgumentException(
          "both batches need samples, got %d source and %d target ones"
              .formatted(zs.rows(), zt.rows()));
    }
    if (zs.cols() != zt.cols() || ys.cols() != yt.cols()) {
      throw new IllegalArgumentException(
          "source and target differ in width: features %d and %d, labels %d and %d"
              .formatted(zs.cols(), zt.cols(), ys.cols(), yt.cols()));
    }
    if (zs.rows() != ys.rows() || zt.rows() != yt.rows() || zs.rows() != q.length) {
      throw new IllegalArgumentException(
          "each sample needs a label and each source sample a weight, got %d source features, %d"
                  .formatted(zs.rows(), ys.rows())
              + " labels, %d weights; %d target features, %d labels"
                  .formatted(q.length, zt.rows(), yt.rows()));
    }
    double sum = 0;
    for (double weight : q) {
      if (!(weight >= 0)) {
        throw new IllegalArgumentException("a weight must be 0 or more, got " + weight);
      }
      sum += weight;
    }
    if (!(Math.abs(sum - 1) < 1e-6)) {
      throw new IllegalArgumentException("the weights must sum to 1, got " + sum);
    }
    if (!zs.isFinite() || !zt.isFinite() || !ys.isFinite() || !yt.isFinite()) {
      throw new IllegalArgumentException("features and labels must be finite");
    }
  }

  /** The samples with any weight, in order. */
  static int[] withWeight(double[] q) {
    return IntStream.range(0, q.length).filter(i -> q[i] > 0).toArray();
  }
}
