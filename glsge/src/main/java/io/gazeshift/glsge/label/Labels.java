package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;

/** What every list of labels must satisfy. */
final class Labels {

  private Labels() {}

  /** The number of labels, after a check that they are finite pairs. */
  static int requirePairs(Matrix labels) {
    if (labels.cols() != 2) {
      throw new IllegalArgumentException(
          "a gaze label has 2 angles, got rows of %d".formatted(labels.cols()));
    }
    double[] data = labels.data();
    for (int i = 0; i < data.length; i++) {
      if (!Double.isFinite(data[i])) {
        throw new IllegalArgumentException(
            "label %d is (%s, %s): labels must be finite"
                .formatted(i / 2, data[i / 2 * 2], data[i / 2 * 2 + 1]));
      }
    }
    return labels.rows();
  }
}
