package io.gazeshift.glsge.label;

import java.util.List;
import java.util.Locale;

/**
 * The gaze distribution of a domain as given by configuration: a mean and covariance, or a mixture.
 * It needs no pseudo labels, so it cannot reinforce its own errors.
 */
public record SitePrior(GaussianMixture mixture) implements LabelModel {

  /** One cluster of gaze. */
  public static SitePrior of(Gaussian mixture) {
    return new SitePrior(new GaussianMixture(List.of(mixture), new double[] {1}, 0));
  }

  /** Several clusters of gaze, with the share of time spent on each; shares need not sum to 1. */
  public static SitePrior of(List<Gaussian> clusters, double[] shares) {
    double sum = 0;
    for (double share : shares) {
      sum += share;
    }
    double[] normalised = shares.clone();
    for (int k = 0; k < normalised.length; k++) {
      normalised[k] /= sum;
    }
    return new SitePrior(new GaussianMixture(clusters, normalised, 0));
  }

  /** The same mixture with each cluster cut off at its own box. */
  public LabelModel truncated(BoxReading reading, double confidence) {
    return TruncatedMixture.of(mixture, reading, confidence);
  }

  @Override
  public double density(double x, double y) {
    return mixture.density(x, y);
  }

  /** Where people look on average. */
  public double meanX() {
    double sum = 0;
    for (int k = 0; k < mixture.shares().length; k++) {
      sum += mixture.shares()[k] * mixture.parts().get(k).meanX();
    }
    return sum;
  }

  public double meanY() {
    double sum = 0;
    for (int k = 0; k < mixture.shares().length; k++) {
      sum += mixture.shares()[k] * mixture.parts().get(k).meanY();
    }
    return sum;
  }

  /** The spread of the whole, between and within the clusters. */
  public Covariance covariance() {
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (int k = 0; k < mixture.shares().length; k++) {
      Gaussian part = mixture.parts().get(k);
      double share = mixture.shares()[k];
      double dx = part.meanX() - meanX();
      double dy = part.meanY() - meanY();
      xx += share * (part.covariance().xx() + dx * dx);
      xy += share * (part.covariance().xy() + dx * dy);
      yy += share * (part.covariance().yy() + dy * dy);
    }
    return new Covariance(xx, xy, yy);
  }

  @Override
  public String describe() {
    return String.format(
        Locale.ROOT,
        "site prior with %d cluster%s, mean (%.2f, %.2f) deg",
        mixture.parts().size(),
        mixture.parts().size() == 1 ? "" : "s",
        Math.toDegrees(meanX()),
        Math.toDegrees(meanY()));
  }
}
