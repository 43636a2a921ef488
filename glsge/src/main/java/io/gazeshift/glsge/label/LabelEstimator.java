package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;

/** Makes a law of target labels from pseudo labels; a law given by the site ignores them. */
@FunctionalInterface
public interface LabelEstimator {

  /** The law, given pseudo labels of the target domain, one pair a row. */
  LabelModel estimate(Matrix pseudoLabels);

  /** The same law whatever the pseudo labels say. */
  static LabelEstimator given(LabelModel law) {
    return pseudoLabels -> law;
  }
}
