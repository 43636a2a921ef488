package io.gazeshift.glsge.train;

import ai.djl.Device;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.concurrent.Executor;

/** A head whose weights can be moved, wherever its outputs are computed. */
interface TrainableHead extends AutoCloseable {

  /**
   * A copy of a head on a device. A CPU needs no engine for three layers: handing them over would
   * take as long as computing them.
   *
   * @param beside may run half of the work of a step in another thread
   */
  static TrainableHead of(Head head, Device device, Executor beside) {
    HeadWeights weights = new HeadWeights(head);
    return device.isGpu() ? new EngineHead(weights, device) : new BlasHead(weights, beside);
  }

  /** The weights; writing to them trains the head. */
  HeadWeights weights();

  /**
   * The gradients of a loss by the weights, in the order of these. The loss is differentiated by
   * its caller, in closed form.
   *
   * @param batch one sample a row
   */
  float[][] gradients(float[] batch, int rows, OutputLoss loss);

  /** The predictions for all rows, pitch and yaw each. */
  Matrix predict(FeatureRows rows);

  @Override
  void close();

  /** Makes a trainable copy of a head, as {@link #of} does. */
  @FunctionalInterface
  interface Maker {
    TrainableHead make(Head head, Device device, Executor beside);
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
}
