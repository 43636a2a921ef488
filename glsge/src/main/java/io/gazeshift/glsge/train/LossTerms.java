package io.gazeshift.glsge.train;

/**
 * The value of each part of the loss.
 *
 * @param l1 the (weighted) absolute error on the source
 * @param discrepancySquared d²; 0 where no alignment is used
 * @param discrepancy d
 * @param angle the angle part of the marginal term
 * @param scale the scale part of the marginal term
 * @param marginal both, weighted
 * @param total what is minimised
 */
public record LossTerms(
    double l1,
    double discrepancySquared,
    double discrepancy,
    double angle,
    double scale,
    double marginal,
    double total) {

  static final LossTerms ZERO = new LossTerms(0, 0, 0, 0, 0, 0, 0);

  public boolean isFinite() {
    return Double.isFinite(total) && Double.isFinite(discrepancySquared);
  }

  LossTerms plus(double factor, LossTerms other) {
    return new LossTerms(
        l1 + factor * other.l1,
        discrepancySquared + factor * other.discrepancySquared,
        discrepancy + factor * other.discrepancy,
        angle + factor * other.angle,
        scale + factor * other.scale,
        marginal + factor * other.marginal,
        total + factor * other.total);
  }
}
