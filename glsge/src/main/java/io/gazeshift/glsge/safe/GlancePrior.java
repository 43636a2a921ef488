package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;

/** A site prior from a few glances whose direction is known. */
public final class GlancePrior {

  /** With fewer, nothing tells how widely people look. */
  public static final int FEWEST = 3;

  private static final double LEAST_SIGMA_RAD = Math.toRadians(1.5);

  private GlancePrior() {}

  /**
   * The distribution of the glances, widened by what so few of them leave open.
   *
   * @param gaze pitch and yaw of each glance, radians; they should be spread as people look there
   */
  public static SitePrior of(Matrix gaze) {
    if (gaze.rows() < FEWEST) {
      throw new IllegalArgumentException(
          ("a prior needs at least %d labelled glances, got %d; with fewer, set only the" + " mean")
              .formatted(FEWEST, gaze.rows()));
    }
    Gaussian fitted = Gaussian.fit(gaze, LEAST_SIGMA_RAD * LEAST_SIGMA_RAD);
    double widening = 1 + 1.0 / gaze.rows();
    return SitePrior.of(
        new Gaussian(fitted.meanX(), fitted.meanY(), fitted.covariance().scaled(widening)));
  }
}
