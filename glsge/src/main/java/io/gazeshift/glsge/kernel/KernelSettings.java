package io.gazeshift.glsge.kernel;

/**
 * What the conditional discrepancy depends on besides the data.
 *
 * @param multipliers each kernel's bandwidth as a multiple of the mean squared distance
 * @param ridge ε, the regularisation of the conditional operators
 * @param smoothing δ: the nuclear norm becomes {@code Σ sqrt(σ² + δ²)}, which has a gradient
 *     everywhere; 0 is the norm itself
 * @param bandwidthGradient whether the bandwidth of the features counts as a function of them; the
 *     paper holds it fixed, which lets the term pull features together
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record KernelSettings(
    double[] multipliers, double ridge, double smoothing, boolean bandwidthGradient) {

  /** Five kernels, ε = 0.05, the norm itself, bandwidth held fixed. */
  public static final KernelSettings DEFAULT =
      new KernelSettings(new double[] {0.25, 0.5, 1, 2, 4}, 0.05, 0, false);

  public KernelSettings {
    if (multipliers.length == 0) {
      throw new IllegalArgumentException("at least one bandwidth multiplier is needed");
    }
    for (double multiplier : multipliers) {
      if (!(multiplier > 0) || Double.isInfinite(multiplier)) {
        throw new IllegalArgumentException(
            "a bandwidth multiplier must be above 0, got " + multiplier);
      }
    }
    if (!(ridge > 0) || Double.isInfinite(ridge)) {
      throw new IllegalArgumentException("the ridge must be above 0, got " + ridge);
    }
    if (!(smoothing >= 0) || Double.isInfinite(smoothing)) {
      throw new IllegalArgumentException("the smoothing must be 0 or more, got " + smoothing);
    }
    multipliers = multipliers.clone();
  }

  @Override
  public double[] multipliers() {
    return multipliers.clone();
  }

  public KernelSettings withRidge(double newRidge) {
    return new KernelSettings(multipliers, newRidge, smoothing, bandwidthGradient);
  }

  public KernelSettings withMultipliers(double... newMultipliers) {
    return new KernelSettings(newMultipliers, ridge, smoothing, bandwidthGradient);
  }

  public KernelSettings withSmoothing(double newSmoothing) {
    return new KernelSettings(multipliers, ridge, newSmoothing, bandwidthGradient);
  }

  public KernelSettings withBandwidthGradient(boolean differentiated) {
    return new KernelSettings(multipliers, ridge, smoothing, differentiated);
  }
}
