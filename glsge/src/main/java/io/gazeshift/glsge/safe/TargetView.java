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
 * Validation people as the target would show them: with its frame noise, weighted by its gaze
 * distribution and, with a site prior, moved to the target's features. Heads can be measured on
 * them as if the target had labels, as far as this simulation is accurate.
 */
public final class TargetView {

  private static final int FEWEST_VALIDATION_FRAMES = 100;

  private final SourceBank people;
  private final FeatureRows seen;
  private final Optional<DistributionEstimate> estimate;
  private final Optional<SitePrior> prior;
  private final double[] priorWeights;
  private final SourceWithValidation bank;
  private final double effectiveSamples;

  private TargetView(
      SourceWithValidation bank,
      FeatureRows seen,
      Optional<DistributionEstimate> estimate,
      Optional<SitePrior> prior,
      double[] priorWeights,
      double effectiveSamples) {
    this.bank = bank;
    this.people = bank.validation();
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
   * @return nothing where there are too few validation people, or no fixation of several frames
   * @throws IllegalArgumentException if the bank has no gaze where the prior lies
   */
  public static Optional<TargetView> of(
      Head head,
      SourceWithValidation bank,
      FixatedFrames target,
      Optional<SitePrior> prior,
      SafeSettings settings) {
    Grouping fixations = Grouping.of(target.fixation());
    FeatureJitter jitter = FeatureJitter.of(target.features(), fixations);
    if (jitter.size() == 0 || bank.validation().size() < FEWEST_VALIDATION_FRAMES) {
      return Optional.empty();
    }
    SplittableRandom random = new SplittableRandom(settings.seed());
    FeatureRows noisy = jitter.addedTo(bank.validation().features(), random);
    if (prior.isEmpty()) {
      DistributionEstimate distribution =
          new DistributionEstimator(bank, settings.effectiveSamples())
              .estimate(head, target, fixations, jitter, random);
      return Optional.of(
          new TargetView(
              bank,
              noisy,
              Optional.of(distribution),
              prior,
              new double[0],
              settings.effectiveSamples()));
    }
    PriorFit fit =
        PriorFit.of(fixations.means(Columns.predict(head, target.features())), prior.get());
    SourceWithValidation people = new SourceWithValidation(bank.validation(), bank.validation());
    double[] sampled = DensityRatioWeights.prior(fit.sampled(), people).values();
    double trust = SiteOffset.of(fit).trust();
    return Optional.of(
        new TargetView(
            bank,
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
      widened(distribution.variance().pitch(), bank.variance()[0], widening),
      widened(distribution.variance().yaw(), bank.variance()[1], widening)
    };
    double[] mean = {distribution.meanRad().pitch(), distribution.meanRad().yaw()};
    return DensityRatioWeights.normal(people.gaze(), mean, variance, bank, effectiveSamples)
        .values();
  }

  /** The estimated variance of gaze over the source's, on the wider axis. */
  public OptionalDouble spread() {
    return estimate
        .map(
            distribution ->
                OptionalDouble.of(
                    Math.max(
                        distribution.variance().pitch() / bank.variance()[0],
                        distribution.variance().yaw() / bank.variance()[1])))
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
