package io.gazeshift.backbone.landmarks;

/**
 * Mean and standard deviation of each feature before scaling, over 60,000 simulated faces, rounded.
 * They only bring the features to a common size, so they need not be exact, but every change of
 * theirs is another backbone.
 */
final class FeatureScales {

  private static final double[] MEAN = {
    0, 0, 0, 25, -25, 0, -2, 0, -8, 1, 1, 0, -5, 0, 3, 0, 5.85, 0, 60, -3.5, 2
  };

  private static final double[] DEVIATION = {
    2, 1, 1, 3, 3, 0.3, 1, 1, 1, 1, 1, 0.2, 1, 1, 1, 1, 0.3, 0.3, 5, 1, 1
  };

  private FeatureScales() {}

  static double mean(int feature) {
    return MEAN[feature];
  }

  static double deviation(int feature) {
    return DEVIATION[feature];
  }
}
