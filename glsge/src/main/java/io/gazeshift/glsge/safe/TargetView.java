package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * The people that the gate judges on, as the target would show them: with its frame noise, weighted
 * by its gaze distribution and, with a site prior, moved to the target's features. Heads can be
 * measured on them as if the target had labels, as far as this simulation is accurate. Where people
 * look is estimated with other people, those that adaptations estimate with too.
 */
public final class TargetView {

  private final SourceBank people;
  private final FeatureRows seen;
  private final Optional<DistributionEstimate> estimate;
  private final Optional<SitePrior> prior;
  private final double[] priorWeights;
  private final SourceLabels labels;
  private final double effectiveSamples;

  private TargetView(
      SourceSplit source,
      FeatureRows seen,
      Optional<DistributionEstimate> estimate,
      Optional<SitePrior> prior,
      double[] priorWeights,
      double effectiveSamples) {
    this.labels = source.adaptation().labels();
    this.people = source.judge();
    this.seen = seen;
    this.estimate = estimate;
    this.prior = prior;
    this.priorWeights = priorWeights;
    this.effectiveSamples = effectiveSamples;
  }

  /**
   * The view of a target, by a head that has served there.
   *
   * @param prior where people look there; without it that is estimated
   * @return nothing where there are too few people to judge on or to estimate with, or no fixation
   *     of several frames
   * @throws IllegalArgumentException if the source has no gaze where the prior lies
   */
  public static Optional<TargetView> of(
      Head head,
      SourceSplit source,
      FixatedFrames target,
      Optional<SitePrior> prior,
      SafeSettings settings) {
    Grouping fixations = Grouping.of(target.fixation());
    FeatureJitter jitter = FeatureJitter.of(target.features(), fixations);
    boolean estimable = prior.isPresent() || source.adaptation().estimate().isPresent();
    if (jitter.size() == 0
        || source.judge().size() < SourceSplit.FEWEST_JUDGE_FRAMES
        || !estimable) {
      return Optional.empty();
    }
    SplittableRandom random = new SplittableRandom(settings.seed());
    if (prior.isEmpty()) {
      // Before any noise is drawn for the people judged on, so that nothing of them matters to it.
      DistributionEstimate distribution =
          new DistributionEstimator(source.adaptation(), settings.effectiveSamples())
              .estimate(head, target, fixations, jitter, random);
      return Optional.of(
          new TargetView(
              source,
              jitter.addedTo(source.judge().features(), random),
              Optional.of(distribution),
              prior,
              new double[0],
              settings.effectiveSamples()));
    }
    PriorFit fit =
        PriorFit.of(fixations.means(Columns.predict(head, target.features())), prior.get());
    SourceLabels people = new SourceLabels(source.judge().gaze());
    double[] sampled = DensityRatioWeights.prior(fit.sampled(), people).values();
    double trust = SiteOffset.of(fit).trust();
    FeatureRows noisy = jitter.addedTo(source.judge().features(), random);
    return Optional.of(
        new TargetView(
            source,
            moved(noisy, sampled, Columns.mean(Columns.of(target.features())), trust),
            Optional.empty(),
            prior,
            DensityRatioWeights.prior(prior.get(), people).values(),
            settings.effectiveSamples()));
  }

  /** What the people's features are there. */
  public FeatureRows features() {
    return seen;
  }

  /** Where they look in truth, pitch and yaw. */
  public Matrix gaze() {
    return people.gaze();
  }

  /**
   * How much each frame counts under the target's distribution.
   *
   * @param widening of the estimated variances, up to the source's; a prior is taken as it is
   */
  public double[] weights(double widening) {
    if (prior.isPresent()) {
      return priorWeights.clone();
    }
    DistributionEstimate distribution = estimate.get();
    double[] variance = {
      widened(distribution.variance().pitch(), labels.variance()[0], widening),
      widened(distribution.variance().yaw(), labels.variance()[1], widening)
    };
    double[] mean = {distribution.meanRad().pitch(), distribution.meanRad().yaw()};
    return DensityRatioWeights.normal(people.gaze(), mean, variance, labels, effectiveSamples)
        .values();
  }

  /** The estimated variance of gaze over the source's, on the wider axis. */
  public OptionalDouble spread() {
    return estimate
        .map(
            distribution ->
                OptionalDouble.of(
                    Math.max(
                        distribution.variance().pitch() / labels.variance()[0],
                        distribution.variance().yaw() / labels.variance()[1])))
        .orElse(OptionalDouble.empty());
  }

  /** What the distribution is, in a few words. */
  public String describe() {
    return prior
        .map(SitePrior::describe)
        .orElseGet(
            () ->
                String.format(
                    Locale.ROOT, "estimated gaze distribution, %s", estimate.get().describe()));
  }

  private static double widened(double variance, double most, double widening) {
    return variance < most ? Math.min(most, variance * widening) : variance;
  }

  private static FeatureRows moved(
      FeatureRows rows, double[] weights, double[] targetMean, double trust) {
    int width = rows.width();
    float[] values = new float[rows.size() * width];
    double[] shift = targetMean.clone();
    for (int i = 0; i < rows.size(); i++) {
      rows.copy(i, values, i * width);
      for (int c = 0; c < width; c++) {
        shift[c] -= weights[i] * values[i * width + c];
      }
    }
    for (int k = 0; k < values.length; k++) {
      values[k] += (float) (trust * shift[k % width]);
    }
    return FeatureRows.of(values, width);
  }
}
