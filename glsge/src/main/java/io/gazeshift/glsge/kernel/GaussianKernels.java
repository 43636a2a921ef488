package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;

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
    fill(distances, bandwidth, multipliers, values, slopes);
    return new GaussianKernels(distances, bandwidth, values, slopes);
  }

  private static void fill(
      Matrix distances, double bandwidth, double[] multipliers, Matrix values, Matrix slopes) {
    double widest = doublingWidest(multipliers);
    double[] rates = new double[multipliers.length];
    for (int m = 0; m < rates.length; m++) {
      rates[m] = 1 / (bandwidth * (widest > 0 ? widest / (1 << m) : multipliers[m]));
    }
    int n = distances.rows();
    double[] d = distances.data();
    double[] k = values.data();
    double[] s = slopes == null ? null : slopes.data();
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        double value = 0;
        double slope = 0;
        double power = 0;
        for (int m = 0; m < rates.length; m++) {
          // Each kernel of half the width is the square of the one before: one exp serves all.
          power = m > 0 && widest > 0 ? power * power : Math.exp(-d[i * n + j] * rates[m]);
          value += power;
          slope += power * rates[m];
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

  /** The largest multiplier if each other one is half the next, else 0. */
  private static double doublingWidest(double[] multipliers) {
    double[] sorted = multipliers.clone();
    Arrays.sort(sorted);
    for (int m = 1; m < sorted.length; m++) {
      if (sorted[m] != 2 * sorted[m - 1]) {
        return 0;
      }
    }
    return sorted[sorted.length - 1];
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
