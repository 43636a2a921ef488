package io.gazeshift.glsge.train;

import io.gazeshift.glsge.linalg.Matrix;

/**
 * The weighted absolute error {@code Σ q_i |ŷ_i - y_i|₁} of predictions, one a row.
 *
 * @param value the error
 * @param gradient by the predictions; 0 where one is exact
 */
public record WeightedL1(double value, Matrix gradient) {

  public static WeightedL1 of(Matrix predictions, Matrix labels, double[] weights) {
    if (predictions.rows() != labels.rows()
        || predictions.cols() != labels.cols()
        || weights.length != labels.rows()) {
      throw new IllegalArgumentException(
          "predictions %s, labels %s and %d weights do not fit"
              .formatted(predictions, labels, weights.length));
    }
    Matrix gradient = Matrix.zeros(labels.rows(), labels.cols());
    double sum = 0;
    for (int i = 0; i < labels.rows(); i++) {
      for (int c = 0; c < labels.cols(); c++) {
        double difference = predictions.get(i, c) - labels.get(i, c);
        sum += weights[i] * Math.abs(difference);
        gradient.set(i, c, weights[i] * Math.signum(difference));
      }
    }
    return new WeightedL1(sum, gradient);
  }
}
