package io.gazeshift.glsge.marginal;

/**
 * What DARE-GRAM depends on besides the data.
 *
 * @param threshold the share of the spectrum that the kept eigenvalues may reach
 * @param angleWeight the weight of the angle between the inverse Gram matrices
 * @param scaleWeight the weight of the difference of the leading eigenvalues
 * @param exactGradient whether the gradient is the true one; false gives what automatic
 *     differentiation makes of a truncated pseudo inverse, to compare with other implementations
 */
public record DareGramSettings(
    double threshold, double angleWeight, double scaleWeight, boolean exactGradient) {

  public static final DareGramSettings DEFAULT = new DareGramSettings(0.9, 0.05, 0.001, true);

  public DareGramSettings {
    if (!(threshold > 0 && threshold < 1)) {
      throw new IllegalArgumentException(
          "the threshold must lie between 0 and 1, got " + threshold);
    }
    if (!(angleWeight >= 0 && scaleWeight >= 0)) {
      throw new IllegalArgumentException(
          "weights must be 0 or more, got angle %s and scale %s"
              .formatted(angleWeight, scaleWeight));
    }
  }

  public DareGramSettings withExactGradient(boolean exact) {
    return new DareGramSettings(threshold, angleWeight, scaleWeight, exact);
  }
}
