package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import java.util.Locale;

/**
 * A target's gaze distribution, estimated from unlabelled frames.
 *
 * @param meanRad the mean gaze, as the head predicts it
 * @param variance of the gaze, corrected for the head's noise and slope
 * @param slope by how much the head's prediction moves when the gaze does
 * @param meanVariance the sampling error of the mean, squared
 * @param fixations how many the estimate rests on
 */
public record DistributionEstimate(
    PerAxis meanRad, PerAxis variance, PerAxis slope, PerAxis meanVariance, int fixations) {

  /** As a normal distribution of independent angles. */
  public SitePrior normal() {
    return SitePrior.of(
        new Gaussian(
            meanRad.pitch(), meanRad.yaw(), new Covariance(variance.pitch(), 0, variance.yaw())));
  }

  /** In one line, for reports. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "mean (%.1f, %.1f) deg, sigma (%.1f, %.1f) deg, slope (%.2f, %.2f), %d fixations",
        Math.toDegrees(meanRad.pitch()),
        Math.toDegrees(meanRad.yaw()),
        Math.toDegrees(Math.sqrt(variance.pitch())),
        Math.toDegrees(Math.sqrt(variance.yaw())),
        slope.pitch(),
        slope.yaw(),
        fixations);
  }
}
