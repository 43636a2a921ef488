package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;

/**
 * What a head makes of some frames.
 *
 * @param hidden the features before its linear layer, one frame a row
 * @param gaze pitch and yaw
 */
record Predictions(Matrix hidden, Matrix gaze) {

  static Predictions of(Head head, FeatureRows rows) {
    List<DenseLayer> layers = head.layers();
    Matrix first = relu(apply(layers.get(0), matrix(rows)));
    Matrix hidden = relu(apply(layers.get(1), first));
    return new Predictions(hidden, apply(layers.get(2), hidden));
  }

  static Matrix matrix(FeatureRows rows) {
    int width = rows.width();
    float[] values = new float[Math.multiplyExact(rows.size(), width)];
    for (int i = 0; i < rows.size(); i++) {
      rows.copy(i, values, i * width);
    }
    return Matrix.ofFloats(rows.size(), width, values);
  }

  private static Matrix apply(DenseLayer layer, Matrix x) {
    Matrix weight = Matrix.ofFloats(layer.outputs(), layer.inputs(), layer.weight());
    Matrix y = Blas.timesTransposed(x, weight);
    float[] bias = layer.bias();
    for (int i = 0; i < y.rows(); i++) {
      for (int c = 0; c < bias.length; c++) {
        y.set(i, c, y.get(i, c) + bias[c]);
      }
    }
    return y;
  }

  private static Matrix relu(Matrix values) {
    double[] data = values.data();
    for (int i = 0; i < data.length; i++) {
      data[i] = Math.max(0, data[i]);
    }
    return values;
  }
}
