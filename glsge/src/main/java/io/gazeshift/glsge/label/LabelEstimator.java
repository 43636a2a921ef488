package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;

/**
 * Makes a distribution of target labels from pseudo labels; a distribution given by the site
 * ignores them.
 */
@FunctionalInterface
public interface LabelEstimator {

  /** The distribution, given pseudo labels of the target domain, one pair a row. */
  LabelModel estimate(Matrix pseudoLabels);

  /** The same distribution whatever the pseudo labels say. */
  static LabelEstimator given(LabelModel distribution) {
    return pseudoLabels -> distribution;
  }
}
