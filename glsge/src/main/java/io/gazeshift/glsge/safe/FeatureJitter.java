package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.random.RandomGenerator;

/**
 * Samples of a target's own frame noise: by how much each frame's features differ from the mean of
 * its fixation, scaled to be unbiased.
 */
final class FeatureJitter {

  private final Matrix rows;

  private FeatureJitter(Matrix rows) {
    this.rows = rows;
  }

  static FeatureJitter of(FeatureRows features, Grouping fixations) {
    Matrix x = Columns.of(features);
    Matrix means = fixations.means(x);
    int count = 0;
    for (int i = 0; i < x.rows(); i++) {
      if (fixations.isShared(i)) {
        double scale = Math.sqrt(fixations.unbias(i));
        for (int c = 0; c < x.cols(); c++) {
          x.set(count, c, scale * (x.get(i, c) - means.get(fixations.group()[i], c)));
        }
        count++;
      }
    }
    return new FeatureJitter(x.rows(0, count));
  }

  int size() {
    return rows.rows();
  }

  /** Adds any one of the samples to a feature vector. */
  void addTo(float[] features, int offset, RandomGenerator random) {
    int k = random.nextInt(size());
    for (int c = 0; c < rows.cols(); c++) {
      features[offset + c] += (float) rows.get(k, c);
    }
  }

  /** Every row with one of the samples added. */
  FeatureRows addedTo(FeatureRows features, RandomGenerator random) {
    int width = features.width();
    float[] noisy = new float[features.size() * width];
    for (int i = 0; i < features.size(); i++) {
      features.copy(i, noisy, i * width);
      addTo(noisy, i * width, random);
    }
    return FeatureRows.of(noisy, width);
  }
}
