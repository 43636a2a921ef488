package io.gazeshift.glsge.train;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.util.ArrayList;
import java.util.List;

/**
 * The factor by which features are multiplied while a head is trained. A step of an optimiser is as
 * long for large features as for small ones, so that pixels of 0 to 255 would be too much for it.
 * Features of an ordinary size are left alone. The factor is a power of 2, so that a head goes to
 * scaled features and back without rounding.
 */
record FeatureScale(float factor) {

  private static final double SMALL = 1.0 / 16;
  private static final double LARGE = 16;

  /** The scale for features of the size of these. */
  static FeatureScale of(FeatureRows features) {
    float[] row = new float[features.width()];
    double squares = 0;
    for (int i = 0; i < features.size(); i++) {
      features.copy(i, row, 0);
      for (float value : row) {
        squares += (double) value * value;
      }
    }
    double size = Math.sqrt(squares / ((double) features.size() * features.width()));
    boolean ordinary = size == 0 || (size >= SMALL && size <= LARGE);
    return new FeatureScale(ordinary ? 1 : Math.scalb(1f, -Math.getExponent(size)));
  }

  /** The features as the training sees them. */
  FeatureRows scaled(FeatureRows features) {
    if (factor == 1) {
      return features;
    }
    return new FeatureRows() {
      @Override
      public int size() {
        return features.size();
      }

      @Override
      public int width() {
        return features.width();
      }

      @Override
      public void copy(int row, float[] target, int offset) {
        features.copy(row, target, offset);
        for (int c = offset; c < offset + width(); c++) {
          target[c] *= factor;
        }
      }
    };
  }

  /** The head that gives for scaled features what the given one gives for plain ones. */
  Head toScaled(Head head) {
    return withFirstWeights(head, 1 / factor);
  }

  /** The head that gives for plain features what the given one gives for scaled ones. */
  Head toPlain(Head head) {
    return withFirstWeights(head, factor);
  }

  private static Head withFirstWeights(Head head, float multiplier) {
    if (multiplier == 1) {
      return head;
    }
    List<DenseLayer> layers = new ArrayList<>(head.layers());
    DenseLayer first = layers.get(0);
    float[] weight = first.weight();
    for (int i = 0; i < weight.length; i++) {
      weight[i] *= multiplier;
    }
    layers.set(0, new DenseLayer(first.inputs(), first.outputs(), weight, first.bias()));
    return Head.of(layers);
  }
}
