package io.gazeshift.glsge.train;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.core.Linear;
import ai.djl.training.GradientCollector;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A head on a device of DJL's PyTorch engine. The weights live outside; the engine is given them
 * anew in each step and everything it makes of them is closed at the end of the step, so that
 * nothing accumulates there: neither gradients nor memory. The gradients G by the outputs are
 * handed to the engine as {@code Σ z·G}.
 */
final class EngineHead implements TrainableHead {

  /** The engine allows one collection of gradients at a time in a process. */
  private static final ReentrantLock COLLECTING = new ReentrantLock();

  private static final int LAYERS = HeadWeights.LAYERS;
  private static final int PREDICTION_ROWS = 1024;

  private final NDManager manager;
  private final HeadWeights values;
  private final FloatMemory[] memory = new FloatMemory[2 * LAYERS];
  private final FloatMemory inputs = new FloatMemory(0);
  private final FloatMemory byFeatures = new FloatMemory(0);
  private final FloatMemory byPredictions = new FloatMemory(0);

  EngineHead(HeadWeights values, Device device) {
    this.manager = TrainingDevice.engine().newBaseManager(device);
    this.values = values;
    for (int k = 0; k < memory.length; k++) {
      memory[k] = new FloatMemory(values.values()[k].length);
    }
  }

  @Override
  public HeadWeights weights() {
    return values;
  }

  @Override
  public float[][] gradients(float[] batch, int rows, OutputLoss loss) {
    COLLECTING.lock();
    try (NDManager step = manager.newSubManager();
        GradientCollector collector = TrainingDevice.engine().newGradientCollector()) {
      NDArray[] weights = upload(step);
      for (NDArray weight : weights) {
        weight.setRequiresGradient(true);
      }
      NDArray x = inputs.array(step, batch, new Shape(rows, values.inputs(0)));
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

  @Override
  public Matrix predict(FeatureRows rows) {
    Matrix result = Matrix.zeros(rows.size(), Head.OUTPUTS);
    for (int from = 0; from < rows.size(); from += PREDICTION_ROWS) {
      int count = Math.min(PREDICTION_ROWS, rows.size() - from);
      float[] batch = new float[count * rows.width()];
      for (int i = 0; i < count; i++) {
        rows.copy(from + i, batch, i * rows.width());
      }
      try (NDManager step = manager.newSubManager()) {
        NDArray[] weights = upload(step);
        NDArray x = inputs.array(step, batch, new Shape(count, values.inputs(0)));
        float[] y = linear(features(x, weights), weights, LAYERS - 1).toFloatArray();
        for (int i = 0; i < y.length; i++) {
          result.data()[from * Head.OUTPUTS + i] = y[i];
        }
      }
    }
    return result;
  }

  private NDArray[] upload(NDManager step) {
    NDArray[] weights = new NDArray[memory.length];
    for (int k = 0; k < LAYERS; k++) {
      Shape bias = new Shape(values.outputs(k));
      Shape weight = new Shape(values.outputs(k), values.inputs(k));
      weights[2 * k] = memory[2 * k].array(step, values.weight(k), weight);
      weights[2 * k + 1] = memory[2 * k + 1].array(step, values.bias(k), bias);
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
