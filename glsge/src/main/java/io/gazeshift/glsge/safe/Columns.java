package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;

/** Statistics of the columns of a matrix. */
final class Columns {

  private Columns() {}

  static double[] mean(Matrix rows) {
    double[] mean = new double[rows.cols()];
    for (int i = 0; i < rows.rows(); i++) {
      for (int c = 0; c < mean.length; c++) {
        mean[c] += rows.get(i, c) / rows.rows();
      }
    }
    return mean;
  }

  /** The mean squared distance from the mean. */
  static double[] variance(Matrix rows) {
    double[] mean = mean(rows);
    double[] variance = new double[rows.cols()];
    for (int i = 0; i < rows.rows(); i++) {
      for (int c = 0; c < mean.length; c++) {
        double d = rows.get(i, c) - mean[c];
        variance[c] += d * d / rows.rows();
      }
    }
    return variance;
  }

  static Matrix of(FeatureRows features) {
    Matrix rows = Matrix.zeros(features.size(), features.width());
    float[] row = new float[features.width()];
    for (int i = 0; i < features.size(); i++) {
      features.copy(i, row, 0);
      for (int c = 0; c < row.length; c++) {
        rows.set(i, c, row[c]);
      }
    }
    return rows;
  }

  /** Pitch and yaw of every row. */
  static Matrix predict(Head head, FeatureRows features) {
    Matrix gaze = Matrix.zeros(features.size(), Head.OUTPUTS);
    float[] row = new float[features.width()];
    float[] angles = new float[Head.OUTPUTS];
    for (int i = 0; i < features.size(); i++) {
      features.copy(i, row, 0);
      head.predict(row, 0, 1, angles, 0);
      gaze.set(i, 0, angles[0]);
      gaze.set(i, 1, angles[1]);
    }
    return gaze;
  }
}
