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
 * @param slopes {@code -dK/dD}, or null where nobody asked for it
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
    double[] d = distances.data();
    double[] k = values.data();
    double[] s = slopes == null ? null : slopes.data();
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        double value = 0;
        double slope = 0;
        double kernel = 0;
        for (int m = 0; m < rates.count(); m++) {
          kernel = rates.kernel(m, d[i * n + j], kernel);
          value += kernel;
          slope += kernel * rates.rate(m);
        }
        k[i * n + j] = value;
        k[j * n + i] = value;
        if (s != null) {
          s[i * n + j] = slope;
          s[j * n + i] = slope;
        }
      }
    }
  }

  static double meanOffDiagonal(Matrix distances) {
    int n = distances.rows();
    double sum = 0;
    for (double value : distances.data()) {
      sum += value;
    }
    double mean = n < 2 ? 0 : sum / ((double) n * (n - 1));
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
      d[i * n + i] = 0;
      for (int j = i + 1; j < n; j++) {
        double value = Math.max(0, squares[i] + squares[j] - 2 * d[i * n + j]);
        d[i * n + j] = value;
        d[j * n + i] = value;
      }
    }
    return distances;
  }

  private static Matrix squaredDistancesOneByOne(Matrix points) {
    int n = points.rows();
    int dimensions = points.cols();
    Matrix distances = Matrix.zeros(n, n);
    double[] x = points.data();
    double[] d = distances.data();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double sum = 0;
        for (int c = 0; c < dimensions; c++) {
          double difference = x[i * dimensions + c] - x[j * dimensions + c];
          sum += difference * difference;
        }
        d[i * n + j] = sum;
        d[j * n + i] = sum;
      }
    }
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
    Matrix centred = points.copy();
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < dimensions; c++) {
        centred.data()[i * dimensions + c] -= mean[c] / n;
      }
    }
    return centred;
  }
}
