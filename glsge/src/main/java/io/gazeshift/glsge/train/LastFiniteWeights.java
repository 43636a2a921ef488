package io.gazeshift.glsge.train;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.Head;

/**
 * The weights of a head in training that last gave finite outputs. A step can be finite itself and
 * still move the weights to where the next one overflows: this class keeps the weights from before
 * that step.
 */
final class LastFiniteWeights {

  private final TrainableHead head;
  private final FeatureRows rows;
  private final float[][] inABatch;
  private final float[][] everywhere;

  /**
   * Begins with the weights as they are.
   *
   * @param rows for which the outputs are to be finite
   */
  LastFiniteWeights(TrainableHead head, FeatureRows rows) {
    this.head = head;
    this.rows = rows;
    float[][] start = head.weights().values();
    this.inABatch = new float[start.length][];
    this.everywhere = new float[start.length][];
    for (int k = 0; k < start.length; k++) {
      inABatch[k] = start[k].clone();
      everywhere[k] = start[k].clone();
    }
  }

  /** Notes weights whose outputs and loss were finite in a batch, before a step moves them. */
  void noteBatch() {
    copy(head.weights().values(), inABatch);
  }

  /** Notes weights whose outputs are known to be finite for every row. */
  void noteAll() {
    noteBatch();
    copy(inABatch, everywhere);
  }

  /** Whether the weights as they are now give finite outputs for every row. */
  boolean isNow() {
    return head.predict(rows).isFinite();
  }

  /** Moves the weights back: to those noted last that are good for every row, or to the start. */
  Head restore() {
    copy(inABatch, head.weights().values());
    if (!isNow()) {
      copy(everywhere, head.weights().values());
    }
    return head.weights().snapshot();
  }

  private static void copy(float[][] from, float[][] to) {
    for (int k = 0; k < from.length; k++) {
      System.arraycopy(from[k], 0, to[k], 0, from[k].length);
    }
  }
}
