package io.gazeshift.glsge.train;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.FloatBlas;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A head on the CPU, in float32. A batch is computed in two halves, each in its own thread where
 * there is one, and the same two halves where there is not: the numbers do not depend on it.
 */
final class BlasHead implements TrainableHead {

  private static final int PREDICTION_ROWS = 1024;

  private final HeadWeights weights;
  private final Executor beside;

  BlasHead(HeadWeights weights, Executor beside) {
    this.weights = weights;
    this.beside = beside;
  }

  @Override
  public HeadWeights weights() {
    return weights;
  }

  @Override
  public float[][] gradients(float[] batch, int rows, OutputLoss loss) {
    int middle = rows / 2;
    int width = weights.inputs(0);
    Supplier<Pass> later =
        ParallelTask.start(
            beside, () -> new Pass(Arrays.copyOfRange(batch, 0, middle * width), middle));
    Pass second = new Pass(Arrays.copyOfRange(batch, middle * width, rows * width), rows - middle);
    Pass first = later.get();
    OutputGradients g =
        loss.of(
            joined(first.features, second.features, rows),
            joined(first.predictions, second.predictions, rows));
    Supplier<float[][]> halfLater = ParallelTask.start(beside, () -> first.gradients(g, 0));
    float[][] sum = second.gradients(g, middle);
    float[][] half = halfLater.get();
    for (int k = 0; k < sum.length; k++) {
      add(half[k], sum[k]);
    }
    return sum;
  }

  @Override
  public Matrix predict(FeatureRows rows) {
    Matrix result = Matrix.zeros(rows.size(), Head.OUTPUTS);
    for (int from = 0; from < rows.size(); from += PREDICTION_ROWS) {
      int count = Math.min(PREDICTION_ROWS, rows.size() - from);
      float[] batch = new float[count * rows.width()];
      for (int i = 0; i < count; i++) {
        rows.copy(from + i, batch, i * rows.width());
      }
      float[] predictions = new Pass(batch, count).predictions;
      for (int i = 0; i < predictions.length; i++) {
        result.data()[from * Head.OUTPUTS + i] = predictions[i];
      }
    }
    return result;
  }

  /** There is nothing to close: everything is on the heap. */
  @Override
  public void close() {}

  private static Matrix joined(float[] upper, float[] lower, int rows) {
    double[] wide = new double[upper.length + lower.length];
    for (int i = 0; i < upper.length; i++) {
      wide[i] = upper[i];
    }
    for (int i = 0; i < lower.length; i++) {
      wide[upper.length + i] = lower[i];
    }
    return Matrix.wrap(rows, wide.length / rows, wide);
  }

  private static void add(float[] part, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += part[i];
    }
  }

  /** Some rows on their way through the network and back. */
  private final class Pass {

    private final int rows;
    private final float[] inputs;
    private final float[] hidden;
    private final float[] features;
    private final float[] predictions;

    Pass(float[] inputs, int rows) {
      this.rows = rows;
      this.inputs = inputs;
      this.hidden = relu(linear(inputs, 0));
      this.features = relu(linear(hidden, 1));
      this.predictions = linear(features, 2);
    }

    private float[] linear(float[] x, int layer) {
      int outputs = weights.outputs(layer);
      float[] y =
          FloatBlas.timesTransposed(x, weights.weight(layer), rows, weights.inputs(layer), outputs);
      float[] bias = weights.bias(layer);
      for (int i = 0; i < rows; i++) {
        for (int c = 0; c < outputs; c++) {
          y[i * outputs + c] += bias[c];
        }
      }
      return y;
    }

    /** The gradients by all weights, given those by the outputs of the whole batch. */
    float[][] gradients(OutputGradients g, int firstRow) {
      float[][] result = new float[2 * HeadWeights.LAYERS][];
      float[] byPredictions = part(g.byPredictions(), firstRow, weights.outputs(2));
      float[] byFeatures = back(byPredictions, 2, features, result);
      add(part(g.byFeatures(), firstRow, weights.outputs(1)), byFeatures);
      float[] byHidden = back(whereActive(byFeatures, features), 1, hidden, result);
      weightGradients(whereActive(byHidden, hidden), 0, inputs, result);
      return result;
    }

    /** Notes the gradients of a layer and returns the gradient by its inputs. */
    private float[] back(float[] byOutputs, int layer, float[] x, float[][] result) {
      weightGradients(byOutputs, layer, x, result);
      return FloatBlas.multiply(
          byOutputs, weights.weight(layer), rows, weights.outputs(layer), weights.inputs(layer));
    }

    private void weightGradients(float[] byOutputs, int layer, float[] x, float[][] result) {
      int outputs = weights.outputs(layer);
      result[2 * layer] =
          FloatBlas.transposedTimes(byOutputs, x, outputs, rows, weights.inputs(layer));
      float[] byBias = new float[outputs];
      for (int i = 0; i < rows; i++) {
        for (int c = 0; c < outputs; c++) {
          byBias[c] += byOutputs[i * outputs + c];
        }
      }
      result[2 * layer + 1] = byBias;
    }

    private float[] part(float[] all, int firstRow, int width) {
      return Arrays.copyOfRange(all, firstRow * width, (firstRow + rows) * width);
    }
  }

  /** NaN stays NaN, so that a broken network is noticed. */
  private static float[] relu(float[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, values[i]);
    }
    return values;
  }

  /** Keeps the gradient where a unit is active. Half of them are: branches would go astray. */
  private static float[] whereActive(float[] gradient, float[] activations) {
    for (int i = 0; i < gradient.length; i++) {
      // Activations are 0 or more, so their bits are 0 or positive: the mask has none or all set.
      int mask = -Float.floatToRawIntBits(activations[i]) >> 31;
      gradient[i] = Float.intBitsToFloat(Float.floatToRawIntBits(gradient[i]) & mask);
    }
    return gradient;
  }
}
