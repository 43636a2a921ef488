package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.linalg.Matrix;

/** Where labelled people look, as one distribution: what weights of their frames divide by. */
public final class SourceLabels {

  private static final double BANDWIDTH_RAD = Math.toRadians(3);
  private static final int DENSITY_ROWS = 3000;

  private final Matrix gaze;
  private final double[] mean;
  private final double[] variance;
  private double[] density;

  public SourceLabels(Matrix gaze) {
    this.gaze = gaze;
    this.mean = Columns.mean(gaze);
    this.variance = Columns.variance(gaze);
  }

  Matrix gaze() {
    return gaze;
  }

  double[] mean() {
    return mean;
  }

  double[] variance() {
    return variance;
  }

  /** How dense the labels are at each of them, up to a factor; computed once. */
  synchronized double[] density() {
    if (density == null) {
      density = estimateDensity(gaze);
    }
    return density;
  }

  private static double[] estimateDensity(Matrix gaze) {
    int n = gaze.rows();
    int references = Math.min(n, DENSITY_ROWS);
    double[] density = new double[n];
    for (int r = 0; r < references; r++) {
      int j = references == 1 ? 0 : (int) ((long) r * (n - 1) / (references - 1));
      for (int i = 0; i < n; i++) {
        double dp = (gaze.get(i, 0) - gaze.get(j, 0)) / BANDWIDTH_RAD;
        double dy = (gaze.get(i, 1) - gaze.get(j, 1)) / BANDWIDTH_RAD;
        density[i] += Math.exp(-0.5 * (dp * dp + dy * dy));
      }
    }
    return density;
  }
}
