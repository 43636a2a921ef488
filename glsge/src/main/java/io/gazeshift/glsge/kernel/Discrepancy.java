package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Matrix;

/**
 * The squared discrepancy {@code d² = t1 + t2 - 2 t3 + t4 + t5 - 2 t6} and its gradient.
 *
 * @param t1 the source's conditional mean with itself
 * @param t2 the target's conditional mean with itself
 * @param t3 both conditional means with one another
 * @param t4 the source's conditional variance
 * @param t5 the target's conditional variance
 * @param t6 how much of the two conditional variances is common
 * @param squared d²
 * @param sourceGradient ∂d²/∂z of the source features, one sample a row
 * @param targetGradient ∂d²/∂z of the target features, one sample a row
 */
public record Discrepancy(
    double t1,
    double t2,
    double t3,
    double t4,
    double t5,
    double t6,
    double squared,
    Matrix sourceGradient,
    Matrix targetGradient) {

  /** Below this, relative to the size of its terms, d² is rounding and d has no gradient. */
  private static final double NOTHING = 1e-12;

  /** {@code d}, at least 0. */
  public double distance() {
    return Math.sqrt(Math.max(0, squared));
  }

  /** The factor that turns the gradient of d² into that of d; 0 where d vanishes. */
  public double distanceSlope() {
    double size = t1 + t2 + t4 + t5;
    return squared > NOTHING * size ? 0.5 / Math.sqrt(squared) : 0;
  }
}
