package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;

/**
 * A thin factor {@code Ψ} with {@code K ≈ Ψ Ψᵀ} for the label kernel, by Cholesky with pivoting.
 * Labels have two dimensions, so a few hundred columns hold all of K but a given rest.
 */
final class LabelFactor {

  private LabelFactor() {}

  /**
   * @param rest stop when no entry of the diagonal is farther than this from that of K
   * @param maxColumns stop after that many columns anyway
   */
  static Matrix of(Matrix labels, double[] multipliers, double rest, int maxColumns) {
    int n = labels.rows();
    KernelRates rates = new KernelRates(bandwidth(labels), multipliers);
    double[] remaining = new double[n];
    Arrays.fill(remaining, multipliers.length);
    int most = Math.min(n, maxColumns);
    // Column by column here, since whole columns are computed one after the other.
    double[][] columns = new double[most][];
    int count = 0;
    while (count < most) {
      int pivot = 0;
      for (int i = 1; i < n; i++) {
        if (remaining[i] > remaining[pivot]) {
          pivot = i;
        }
      }
      if (remaining[pivot] <= rest) {
        break;
      }
      columns[count] = column(labels, rates, pivot);
      subtractEarlier(columns, count, pivot);
      double scale = 1 / Math.sqrt(remaining[pivot]);
      for (int i = 0; i < n; i++) {
        columns[count][i] *= scale;
        remaining[i] = Math.max(0, remaining[i] - columns[count][i] * columns[count][i]);
      }
      remaining[pivot] = 0;
      count++;
    }
    Matrix factor = Matrix.zeros(n, count);
    for (int k = 0; k < count; k++) {
      for (int i = 0; i < n; i++) {
        factor.data()[i * count + k] = columns[k][i];
      }
    }
    return factor;
  }

  private static void subtractEarlier(double[][] columns, int count, int pivot) {
    double[] column = columns[count];
    for (int k = 0; k < count; k++) {
      double[] earlier = columns[k];
      double share = earlier[pivot];
      for (int i = 0; i < column.length; i++) {
        column[i] -= share * earlier[i];
      }
    }
  }

  private static double[] column(Matrix labels, KernelRates rates, int pivot) {
    double[] column = new double[labels.rows()];
    int width = labels.cols();
    for (int i = 0; i < column.length; i++) {
      double distance = 0;
      for (int c = 0; c < width; c++) {
        double difference = labels.get(i, c) - labels.get(pivot, c);
        distance += difference * difference;
      }
      column[i] = rates.sum(distance);
    }
    return column;
  }

  /** The mean squared distance of different points, without forming any distance. */
  static double bandwidth(Matrix points) {
    double sum = 0;
    for (double value : GaussianKernels.centred(points).data()) {
      sum += value * value;
    }
    double mean = points.rows() < 2 ? 0 : 2 * sum / (points.rows() - 1);
    return mean > 0 ? mean : 1;
  }
}
