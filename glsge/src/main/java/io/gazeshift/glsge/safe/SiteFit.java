package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * How well a head's predictions for a target fit the site prior.
 *
 * @param offDeg by how much the prior had to be shifted to fit the predictions
 * @param standardErrors the same against what sampling explains
 */
public record SiteFit(double offDeg, double standardErrors) {

  /** The fit of fixation means, pitch and yaw. */
  public static SiteFit of(Matrix fixationMeans, SitePrior distribution) {
    PriorFit fit = PriorFit.of(fixationMeans, distribution);
    return new SiteFit(
        Math.toDegrees(Math.hypot(fit.moved()[0], fit.moved()[1])), Math.sqrt(fit.squaredErrors()));
  }
}
