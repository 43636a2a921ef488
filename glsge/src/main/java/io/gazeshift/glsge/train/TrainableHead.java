package io.gazeshift.glsge.train;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.core.Linear;
import ai.djl.training.GradientCollector;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A head whose weights can be moved. The weights live here, as plain arrays; the engine is given
 * them anew in each step and everything it makes of them is closed at the end of the step, so that
 * nothing accumulates there: neither gradients nor memory.
 */
final class TrainableHead implements AutoCloseable {

  /** The engine allows one collection of gradients at a time in a process. */
  private static final ReentrantLock COLLECTING = new ReentrantLock();

  private static final int LAYERS = 3;
  private static final int PREDICTION_ROWS = 1024;

  private final NDManager manager;
  private final int[] widths;
  private final float[][] values;
  private final FloatMemory[] memory;
  private final FloatMemory inputs = new FloatMemory(0);
  private final FloatMemory byFeatures = new FloatMemory(0);
  private final FloatMemory byPredictions = new FloatMemory(0);

  TrainableHead(Head head, Device device) {
    this.manager = TrainingDevice.engine().newBaseManager(device);
    this.widths = new int[LAYERS + 1];
    this.values = new float[2 * LAYERS][];
    this.memory = new FloatMemory[2 * LAYERS];
    widths[0] = head.inputs();
    for (int k = 0; k < LAYERS; k++) {
      DenseLayer layer = head.layers().get(k);
      widths[k + 1] = layer.outputs();
      values[2 * k] = layer.weight();
      values[2 * k + 1] = layer.bias();
      memory[2 * k] = new FloatMemory(values[2 * k].length);
      memory[2 * k + 1] = new FloatMemory(values[2 * k + 1].length);
    }
  }

  /** What a loss makes of the outputs for a batch. */
  @FunctionalInterface
  interface OutputLoss {
    /**
     * Differentiates the loss by the outputs.
     *
     * @param features z, one sample a row
     * @param predictions y, one sample a row
     */
    OutputGradients of(Matrix features, Matrix predictions);
  }

  /** The gradients of a loss by z and by y, in float32, row by row. */
  @SuppressWarnings("ArrayRecordComponent")
  record OutputGradients(float[] byFeatures, float[] byPredictions) {}

  /** Weights and biases, layer by layer; whoever writes to them trains the head. */
  float[][] values() {
    return values;
  }

  int[] lengths() {
    int[] lengths = new int[values.length];
    for (int k = 0; k < lengths.length; k++) {
      lengths[k] = values[k].length;
    }
    return lengths;
  }

  /** The head with the weights as they are now. */
  Head snapshot() {
    List<DenseLayer> layers = new ArrayList<>();
    for (int k = 0; k < LAYERS; k++) {
      layers.add(new DenseLayer(widths[k], widths[k + 1], values[2 * k], values[2 * k + 1]));
    }
    return Head.of(layers);
  }

  /**
   * The gradients of a loss by the weights. The loss is differentiated by its caller, in closed
   * form; its gradients G by the outputs are handed to the engine as {@code Σ z·G}.
   */
  float[][] gradients(float[] batch, int rows, OutputLoss loss) {
    COLLECTING.lock();
    try (NDManager step = manager.newSubManager();
        GradientCollector collector = TrainingDevice.engine().newGradientCollector()) {
      NDArray[] weights = upload(step);
      for (NDArray weight : weights) {
        weight.setRequiresGradient(true);
      }
      NDArray x = inputs.array(step, batch, new Shape(rows, widths[0]));
      NDArray z = features(x, weights);
      NDArray y = linear(z, weights, LAYERS - 1);
      OutputGradients g = loss.of(matrix(z), matrix(y));
      NDArray surrogate =
          y.mul(byPredictions.array(step, g.byPredictions(), y.getShape()))
              .sum()
              .add(z.mul(byFeatures.array(step, g.byFeatures(), z.getShape())).sum());
      collector.backward(surrogate);
      float[][] gradients = new float[weights.length][];
      for (int k = 0; k < weights.length; k++) {
        gradients[k] = weights[k].getGradient().toFloatArray();
      }
      return gradients;
    } finally {
      COLLECTING.unlock();
    }
  }

  /** The predictions for all rows, pitch and yaw each. */
  Matrix predict(FeatureRows rows) {
    Matrix result = Matrix.zeros(rows.size(), Head.OUTPUTS);
    for (int from = 0; from < rows.size(); from += PREDICTION_ROWS) {
      int count = Math.min(PREDICTION_ROWS, rows.size() - from);
      float[] batch = new float[count * rows.width()];
      for (int i = 0; i < count; i++) {
        rows.copy(from + i, batch, i * rows.width());
      }
      try (NDManager step = manager.newSubManager()) {
        NDArray[] weights = upload(step);
        NDArray x = inputs.array(step, batch, new Shape(count, widths[0]));
        float[] y = linear(features(x, weights), weights, LAYERS - 1).toFloatArray();
        for (int i = 0; i < y.length; i++) {
          result.data()[from * Head.OUTPUTS + i] = y[i];
        }
      }
    }
    return result;
  }

  static boolean isFinite(float[][] gradients) {
    for (float[] gradient : gradients) {
      for (float value : gradient) {
        if (!Float.isFinite(value)) {
          return false;
        }
      }
    }
    return true;
  }

  private NDArray[] upload(NDManager step) {
    NDArray[] weights = new NDArray[values.length];
    for (int k = 0; k < LAYERS; k++) {
      weights[2 * k] =
          memory[2 * k].array(step, values[2 * k], new Shape(widths[k + 1], widths[k]));
      weights[2 * k + 1] =
          memory[2 * k + 1].array(step, values[2 * k + 1], new Shape(widths[k + 1]));
    }
    return weights;
  }

  private static NDArray features(NDArray x, NDArray[] weights) {
    NDArray hidden = Activation.relu(linear(x, weights, 0));
    return Activation.relu(linear(hidden, weights, 1));
  }

  private static NDArray linear(NDArray x, NDArray[] weights, int layer) {
    return Linear.linear(x, weights[2 * layer], weights[2 * layer + 1]).singletonOrThrow();
  }

  private static Matrix matrix(NDArray array) {
    return Matrix.ofFloats(
        Math.toIntExact(array.getShape().get(0)),
        Math.toIntExact(array.getShape().get(1)),
        array.toFloatArray());
  }

  @Override
  public void close() {
    manager.close();
  }
}
