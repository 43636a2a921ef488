package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.Grouping;

/** A substitute for a site prior if only the mean is known. */
public final class MeanPrior {

  private static final double LEAST_SIGMA_RAD = Math.toRadians(1.5);

  private MeanPrior() {}

  /** A distribution around the mean, as wide as the active head sees people look. */
  public static SitePrior of(double pitchRad, double yawRad, Head parent, FixatedFrames training) {
    Matrix means =
        Grouping.of(training.fixation()).means(Predictions.of(parent, training.features()).gaze());
    Gaussian seen = Gaussian.fit(means, LEAST_SIGMA_RAD * LEAST_SIGMA_RAD);
    return SitePrior.of(new Gaussian(pitchRad, yawRad, seen.covariance()));
  }
}
