package io.gazeshift.glsge.train;

import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.util.ArrayList;
import java.util.List;

/** The weights of a head as plain arrays, to be moved by an optimiser. */
final class HeadWeights {

  static final int LAYERS = 3;

  private final int[] widths = new int[LAYERS + 1];
  private final float[][] values = new float[2 * LAYERS][];

  HeadWeights(Head head) {
    widths[0] = head.inputs();
    for (int k = 0; k < LAYERS; k++) {
      DenseLayer layer = head.layers().get(k);
      widths[k + 1] = layer.outputs();
      values[2 * k] = layer.weight();
      values[2 * k + 1] = layer.bias();
    }
  }

  /** Weights and biases, layer by layer; writing to them trains the head. */
  float[][] values() {
    return values;
  }

  /** The numbers that go into a layer. */
  int inputs(int layer) {
    return widths[layer];
  }

  /** The numbers that come out of a layer. */
  int outputs(int layer) {
    return widths[layer + 1];
  }

  /** The weight of a layer, {@code outputs} rows of {@code inputs}. */
  float[] weight(int layer) {
    return values[2 * layer];
  }

  float[] bias(int layer) {
    return values[2 * layer + 1];
  }

  /** Multiplies the weights of every layer, but not the biases. */
  void shrink(float factor) {
    if (factor == 1) {
      return;
    }
    for (int layer = 0; layer < LAYERS; layer++) {
      float[] weight = weight(layer);
      for (int i = 0; i < weight.length; i++) {
        weight[i] *= factor;
      }
    }
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
      layers.add(new DenseLayer(inputs(k), outputs(k), weight(k), bias(k)));
    }
    return Head.of(layers);
  }
}
