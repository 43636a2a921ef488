package io.gazeshift.daemon.model;

/**
 * The first principal components of a sample as a linear layer: centred, and scaled by one factor
 * so that a feature's variance is 1 on average. The components keep their relative size; to whiten
 * them would raise the noise of the small ones to the size of the signal.
 */
@SuppressWarnings("ArrayRecordComponent") // Goes straight into a graph, is never compared.
record Projection(int inputs, int outputs, float[] weight, float[] bias) {

  /** Learns from rows of {@code inputs} numbers. */
  static Projection principalComponents(float[] rows, int inputs, int outputs) {
    double[] mean = Rows.mean(rows, inputs);
    double[] centred = Rows.centred(rows, mean);
    double[] vectors = Lapack.transposedProduct(centred, inputs, centred, inputs);
    double[] values = new double[inputs];
    Lapack.symmetricEigen(vectors, values);

    double kept = 0;
    for (int i = 0; i < outputs; i++) {
      kept += values[inputs - 1 - i];
    }
    int n = rows.length / inputs;
    double scale = 1 / Math.sqrt(kept / n / outputs);
    float[] weight = new float[outputs * inputs];
    float[] bias = new float[outputs];
    for (int i = 0; i < outputs; i++) {
      int vector = (inputs - 1 - i) * inputs;
      double signed = scale * sign(vectors, vector, inputs);
      double shift = 0;
      for (int j = 0; j < inputs; j++) {
        weight[i * inputs + j] = (float) (signed * vectors[vector + j]);
        shift -= signed * vectors[vector + j] * mean[j];
      }
      bias[i] = (float) shift;
    }
    return new Projection(inputs, outputs, weight, bias);
  }

  /** Projects rows of {@code inputs} numbers. */
  float[] apply(float[] rows) {
    int n = rows.length / inputs;
    float[] projected = new float[n * outputs];
    for (int row = 0; row < n; row++) {
      for (int output = 0; output < outputs; output++) {
        double sum = bias[output];
        for (int i = 0; i < inputs; i++) {
          sum += (double) weight[output * inputs + i] * rows[row * inputs + i];
        }
        projected[row * outputs + output] = (float) sum;
      }
    }
    return projected;
  }

  /** An eigenvector may point either way: its largest entry is made positive. */
  private static double sign(double[] vectors, int from, int length) {
    double largest = 0;
    for (int i = from; i < from + length; i++) {
      if (Math.abs(vectors[i]) > Math.abs(largest)) {
        largest = vectors[i];
      }
    }
    return Math.signum(largest);
  }
}
