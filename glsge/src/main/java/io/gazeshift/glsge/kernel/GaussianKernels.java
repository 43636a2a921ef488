package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * A sum of Gaussian kernels between all pairs of points, {@code K = Σ_m exp(-D / (bw m))}, with one
 * bandwidth for all of them: different ones for the blocks of a pair of domains would not give a
 * discrepancy that is never negative.
 *
 * @param squaredDistances D
 * @param bandwidth bw, the mean of D off its diagonal
 * @param values K
 * @param slopes {@code -dK/dD}, or null if not requested
 */
record GaussianKernels(Matrix squaredDistances, double bandwidth, Matrix values, Matrix slopes) {

  /** Up to this many coordinates, differences are taken one by one, without cancellation. */
  private static final int FEW_COORDINATES = 8;

  static GaussianKernels of(Matrix points, double[] multipliers, boolean withSlopes) {
    Matrix distances = squaredDistances(points);
    double bandwidth = meanOffDiagonal(distances);
    int n = points.rows();
    Matrix values = Matrix.zeros(n, n);
    Matrix slopes = withSlopes ? Matrix.zeros(n, n) : null;
    fill(distances, new KernelRates(bandwidth, multipliers), values, slopes);
    return new GaussianKernels(distances, bandwidth, values, slopes);
  }

  private static void fill(Matrix distances, KernelRates rates, Matrix values, Matrix slopes) {
    int n = distances.rows();
    double[] slopeRow = new double[n];
    for (int i = 0; i < n; i++) {
      int row = i * n;
      rates.fill(distances.data(), row + i, row + n, values.data(), slopeRow);
      if (slopes != null) {
        System.arraycopy(slopeRow, 0, slopes.data(), row + i, n - i);
      }
    }
    values.mirrorUpperInPlace();
    if (slopes != null) {
      slopes.mirrorUpperInPlace();
    }
  }

  static double meanOffDiagonal(Matrix distances) {
    int n = distances.rows();
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double rowSum = 0;
      for (int j = i + 1; j < n; j++) {
        rowSum += distances.data()[i * n + j];
      }
      sum += rowSum;
    }
    double mean = n < 2 ? 0 : 2 * sum / ((double) n * (n - 1));
    // Points that all coincide have no scale; any will do, since every distance is 0.
    return mean > 0 ? mean : 1;
  }

  static Matrix squaredDistances(Matrix points) {
    int n = points.rows();
    int dimensions = points.cols();
    if (dimensions <= FEW_COORDINATES) {
      return squaredDistancesOneByOne(points);
    }
    Matrix distances = Blas.gram(centred(points));
    double[] d = distances.data();
    double[] squares = new double[n];
    for (int i = 0; i < n; i++) {
      squares[i] = d[i * n + i];
    }
    for (int i = 0; i < n; i++) {
      int row = i * n;
      d[row + i] = 0;
      for (int j = i + 1; j < n; j++) {
        d[row + j] = Math.max(0, squares[i] + squares[j] - 2 * d[row + j]);
      }
    }
    distances.mirrorUpperInPlace();
    return distances;
  }

  private static Matrix squaredDistancesOneByOne(Matrix points) {
    int n = points.rows();
    Matrix distances = Matrix.zeros(n, n);
    double[] d = distances.data();
    // One coordinate of all points after the other, so that neighbours are computed together.
    double[] x = points.transpose().data();
    for (int c = 0; c < points.cols(); c++) {
      for (int i = 0; i < n; i++) {
        double own = x[c * n + i];
        for (int j = i + 1; j < n; j++) {
          double difference = own - x[c * n + j];
          d[i * n + j] += difference * difference;
        }
      }
    }
    distances.mirrorUpperInPlace();
    return distances;
  }

  /** The points around their mean: distances by products lose digits far from the origin. */
  static Matrix centred(Matrix points) {
    int n = points.rows();
    int dimensions = points.cols();
    double[] mean = new double[dimensions];
    double[] x = points.data();
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < dimensions; c++) {
        mean[c] += x[i * dimensions + c];
      }
    }
    for (int c = 0; c < dimensions; c++) {
      mean[c] /= n;
    }
    Matrix centred = points.copy();
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < dimensions; c++) {
        centred.data()[i * dimensions + c] -= mean[c];
      }
    }
    return centred;
  }
}
