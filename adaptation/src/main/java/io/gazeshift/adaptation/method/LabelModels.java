package io.gazeshift.adaptation.method;

import io.gazeshift.adaptation.config.LabelModelName;
import io.gazeshift.glsge.label.BoxReading;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.label.TruncatedGaussian;
import io.gazeshift.glsge.label.TruncatedMixture;
import io.gazeshift.glsge.label.UniformLabels;
import java.util.Map;
import java.util.Optional;

/**
 * Which label model GLSGE uses in which domain. Immutable.
 *
 * @param usual of domains that are not listed; where it is not given either, the site prior if
 *     there is one, and else the paper's
 * @param byDomain of single domains
 */
public record LabelModels(Optional<LabelModelName> usual, Map<String, LabelModelName> byDomain) {

  /** Nothing is configured. */
  public static final LabelModels DEFAULT = new LabelModels(Optional.empty(), Map.of());

  /** What our trials settled: the box of the paper, read as a quantile of chi squared. */
  private static final BoxReading READING = BoxReading.CHI2;

  private static final double CONFIDENCE = 0.7;
  private static final int MOST_CLUSTERS = 6;

  public LabelModels {
    byDomain = Map.copyOf(byDomain);
  }

  /** The choice for a domain of which so much is known. */
  public LabelModelName of(String domain, SiteKnowledge site) {
    return Optional.ofNullable(byDomain.get(domain)).or(() -> usual).orElseGet(() -> usual(site));
  }

  /** The choice where none is made. */
  public static LabelModelName usual(SiteKnowledge site) {
    return site.law().isPresent() ? LabelModelName.SITE_PRIOR : LabelModelName.TRUNCATED_GAUSSIAN;
  }

  /** What estimates this model, with the usual box. */
  public static LabelEstimator estimator(LabelModelName name, SiteKnowledge site) {
    return estimator(name, site, READING, CONFIDENCE);
  }

  /**
   * What estimates this model.
   *
   * @throws IllegalArgumentException if it is the site prior and the site's distribution is unknown
   */
  public static LabelEstimator estimator(
      LabelModelName name, SiteKnowledge site, BoxReading reading, double confidence) {
    return switch (name) {
      case TRUNCATED_GAUSSIAN -> new TruncatedGaussian.Estimator(reading, confidence);
      case MIXTURE -> new TruncatedMixture.Estimator(reading, confidence, MOST_CLUSTERS);
      case UNIFORM -> LabelEstimator.given(new UniformLabels());
      case SITE_PRIOR ->
          LabelEstimator.given(
              site.law()
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException(
                              ("label-model: 'site-prior' needs a prior with a spread, but there is"
                                      + " %s; say where people look in domains: (a prior with its"
                                      + " sigmas, a screen, points, or enough glances), or choose"
                                      + " truncated-gaussian, mixture or uniform")
                                  .formatted(site.describe()))));
    };
  }

  /** The name of a model that was estimated. */
  public static LabelModelName name(LabelModel model) {
    if (model instanceof SitePrior) {
      return LabelModelName.SITE_PRIOR;
    }
    if (model instanceof TruncatedMixture) {
      return LabelModelName.MIXTURE;
    }
    return model instanceof UniformLabels
        ? LabelModelName.UNIFORM
        : LabelModelName.TRUNCATED_GAUSSIAN;
  }
}
