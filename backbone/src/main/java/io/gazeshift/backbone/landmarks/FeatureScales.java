package io.gazeshift.backbone.landmarks;

/**
 * Mean and standard deviation of each feature before scaling, over 60,000 simulated faces, rounded.
 * They only bring the features to a common size, so they need not be exact, but every change of
 * theirs is another backbone.
 */
final class FeatureScales {

  private static final double[] MEAN = {
    0, -0.4, 0, 25.7, -25.7, 0, -1.9, 0, -8, 1.2, 1.2, 0, -5.2, 0, 2.8, 0, 5.86, 0, 59, -4.1, 2.2
  };

  private static final double[] DEVIATION = {
    2.1, 1.4, 1.7, 3.5, 3.5, 0.375, 1.25, 0.7, 1.65, 1.8, 1.8, 0.2, 1.35, 0.6, 0.96, 0.58, 0.36,
    0.3, 5.8, 1.1, 0.78
  };

  private FeatureScales() {}

  static double mean(int feature) {
    return MEAN[feature];
  }

  static double deviation(int feature) {
    return DEVIATION[feature];
  }
}
