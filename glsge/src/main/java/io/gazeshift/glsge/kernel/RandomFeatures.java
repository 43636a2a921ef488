package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.linalg.Svd;
import java.util.Random;

/**
 * Random Fourier features of the sum of Gaussian kernels: {@code K ≈ Φ Φᵀ}. Frequencies come in
 * orthogonal blocks, which keeps their errors from adding up; the diagonal of K is exact.
 *
 * <p>Columns come in two halves, the cosines of all frequencies and then their sines.
 */
final class RandomFeatures {

  private final Matrix frequencies;
  private final Matrix values;

  private RandomFeatures(Matrix frequencies, Matrix values) {
    this.frequencies = frequencies;
    this.values = values;
  }

  /** Frequencies for points of some width, at bandwidth 1 and multiplier 1. */
  private static Matrix directions(int width, int count, long seed) {
    Random random = new Random(seed);
    Matrix result = Matrix.zeros(count, width);
    for (int from = 0; from < count; from += width) {
      // The polar factor of a normal matrix is a rotation without preference.
      Svd svd = Svd.of(normal(random, width, width));
      Matrix rotation = Blas.multiply(svd.left(), svd.rightTransposed());
      Matrix lengths = normal(random, width, width);
      for (int i = from; i < Math.min(from + width, count); i++) {
        double square = 0;
        for (int c = 0; c < width; c++) {
          square += lengths.get(i - from, c) * lengths.get(i - from, c);
        }
        // exp(-D / bw) is the characteristic function of a normal law of variance 2 / bw.
        double length = Math.sqrt(2 * square);
        for (int c = 0; c < width; c++) {
          result.set(i, c, length * rotation.get(i - from, c));
        }
      }
    }
    return result;
  }

  private static Matrix normal(Random random, int rows, int cols) {
    Matrix matrix = Matrix.zeros(rows, cols);
    for (int i = 0; i < matrix.data().length; i++) {
      matrix.data()[i] = random.nextGaussian();
    }
    return matrix;
  }

  /** Frequencies of all kernels: those of a wider one are slower. */
  static Matrix frequencies(
      int width, int perKernel, double bandwidth, double[] multipliers, long seed) {
    Matrix result = directions(width, perKernel * multipliers.length, seed);
    for (int m = 0; m < multipliers.length; m++) {
      double scale = 1 / Math.sqrt(bandwidth * multipliers[m]);
      for (int i = 0; i < perKernel * width; i++) {
        result.data()[m * perKernel * width + i] *= scale;
      }
    }
    return result;
  }

  static RandomFeatures of(Matrix points, Matrix frequencies, int perKernel) {
    Matrix phases = Blas.timesTransposed(points, frequencies);
    int half = frequencies.rows();
    Matrix values = Matrix.zeros(points.rows(), 2 * half);
    double scale = 1 / Math.sqrt(perKernel);
    for (int i = 0; i < points.rows(); i++) {
      for (int k = 0; k < half; k++) {
        double phase = phases.data()[i * half + k];
        values.data()[i * 2 * half + k] = scale * Math.cos(phase);
        values.data()[i * 2 * half + half + k] = scale * Math.sin(phase);
      }
    }
    return new RandomFeatures(frequencies, values);
  }

  /** Φ, one point a row. */
  Matrix values() {
    return values;
  }

  /** Takes a gradient by the features back to the points. */
  Matrix pullBack(Matrix gradient) {
    int half = frequencies.rows();
    int n = values.rows();
    Matrix byPhase = Matrix.zeros(n, half);
    for (int i = 0; i < n; i++) {
      int row = i * 2 * half;
      for (int k = 0; k < half; k++) {
        byPhase.data()[i * half + k] =
            values.data()[row + k] * gradient.data()[row + half + k]
                - values.data()[row + half + k] * gradient.data()[row + k];
      }
    }
    return Blas.multiply(byPhase, frequencies);
  }
}
