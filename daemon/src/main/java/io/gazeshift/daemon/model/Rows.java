package io.gazeshift.daemon.model;

/** Means of samples that stand in an array row by row. */
final class Rows {

  private Rows() {}

  static double[] mean(float[] rows, int columns) {
    double[] mean = new double[columns];
    int n = rows.length / columns;
    for (int i = 0; i < rows.length; i++) {
      mean[i % columns] += rows[i];
    }
    for (int j = 0; j < columns; j++) {
      mean[j] /= n;
    }
    return mean;
  }

  static double[] centred(float[] rows, double[] mean) {
    double[] centred = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      centred[i] = rows[i] - mean[i % mean.length];
    }
    return centred;
  }
}
