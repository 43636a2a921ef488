package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.SourceTrainer;
import io.gazeshift.glsge.train.TrainingListener;
import io.gazeshift.glsge.train.TrainingOutcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * Adapts to a domain without a site prior. A first head is trained to tolerate the target's frame
 * noise, and the gaze distribution is estimated with it. Unless the distribution is so narrow that
 * only the labels explain it, the head stays unchanged. Otherwise the head learns its own
 * predictions of whole fixations, corrected for the bias of each person. The mean gaze stays as the
 * original head predicted it: without labels, nothing is known to improve it.
 */
final class AdaptationWithoutPrior {

  // Of fixations, in squared radians: a hundredth of a degree is less than any eye holds still.
  private static final double LEAST_SPREAD = Math.pow(Math.toRadians(0.01), 2);

  private static final NoiseTraining.Length ON_NOISE = new NoiseTraining.Length(8000, 8);
  // Long enough for frames to agree within their fixations.
  private static final FixationTraining.Length ON_FIXATIONS =
      new FixationTraining.Length(64_000, 64, 1e-3);

  private final SafeSettings settings;
  private final AdaptationSource source;
  private final TrainingListener progress;
  private final BooleanSupplier cancelled;
  private final SplittableRandom random;

  AdaptationWithoutPrior(
      SafeSettings settings,
      AdaptationSource source,
      TrainingListener progress,
      BooleanSupplier cancelled) {
    this.settings = settings;
    this.source = source;
    this.progress = progress;
    this.cancelled = cancelled;
    this.random = new SplittableRandom(settings.seed());
  }

  SafeResult adapt(Head head, FixatedFrames target) {
    Grouping fixations = Grouping.of(target.fixation());
    FeatureJitter jitter = FeatureJitter.of(target.features(), fixations);
    Optional<Verdict> obstacle =
        obstacle(
            fixations,
            jitter,
            Columns.variance(fixations.means(Columns.predict(head, target.features()))));
    if (obstacle.isPresent()) {
      return new SafeResult(head, obstacle.get());
    }
    FixationTraining onFixations =
        new FixationTraining(target.features(), ON_FIXATIONS, settings, cancelled);
    Progress steps = new Progress(ON_NOISE.steps() + onFixations.steps(), progress);
    SourceTrainer.Result noisy =
        new NoiseTraining(source.train(), jitter, random, settings.device(), cancelled)
            .train(
                head,
                ImportanceWeights.uniform(source.train().size()),
                new double[head.inputs()],
                ON_NOISE,
                steps.of(SafeStage.NOISE, ON_NOISE.epochs(), ON_NOISE.stepsPerEpoch()));
    if (noisy.outcome() != TrainingOutcome.COMPLETED) {
      return new SafeResult(head, Verdict.stopped(noisy.outcome()));
    }
    double[] mean = Columns.mean(Columns.predict(head, target.features()));
    Head steady = withMean(noisy.head(), target, mean);
    DistributionEstimate distribution =
        new DistributionEstimator(source, settings.effectiveSamples())
            .estimate(steady, target, fixations, jitter, random);
    double rho = rho(distribution);
    if (!(rho < settings.gate())) {
      progress.done(1);
      return new SafeResult(head, closed(rho, distribution));
    }
    Matrix labels = labels(steady, target, fixations, jitter);
    SourceTrainer.Result adapted =
        onFixations.train(
            steady,
            labels,
            random.nextLong(),
            steps.of(SafeStage.FIXATIONS, onFixations.epochs(), onFixations.stepsPerEpoch()));
    return adapted.outcome() == TrainingOutcome.COMPLETED
        ? new SafeResult(withMean(adapted.head(), target, mean), open(rho, distribution))
        : new SafeResult(head, Verdict.stopped(adapted.outcome()));
  }

  private Optional<Verdict> obstacle(Grouping fixations, FeatureJitter jitter, double[] spread) {
    if (jitter.size() == 0) {
      return Optional.of(
          Verdict.leftAlone(
              "no fixation has more than one frame, so the target's noise cannot be"
                  + " separated from its gaze"));
    }
    if (fixations.groups() < SafeAdaptation.FEWEST_FIXATIONS) {
      return Optional.of(
          Verdict.tooFewFixations(fixations.groups(), SafeAdaptation.FEWEST_FIXATIONS));
    }
    if (Math.min(spread[0], spread[1]) < LEAST_SPREAD) {
      return Optional.of(
          Verdict.leftAlone(
              "the camera image does not change: the camera is frozen or covered, or the"
                  + " scene is still"));
    }
    return source.estimate().isEmpty()
        ? Optional.of(
            Verdict.leftAlone(
                "there are %d frames of validation people to estimate with; at least %d are needed"
                    .formatted(source.estimateFrames(), AdaptationSource.FEWEST_ESTIMATE_FRAMES)))
        : Optional.empty();
  }

  /** What the head says of each frame's fixation, less its bias for the person. */
  private Matrix labels(Head head, FixatedFrames target, Grouping fixations, FeatureJitter jitter) {
    SourceBank validation = source.estimate().orElseThrow();
    PerAxis plausible =
        PersonBias.variance(
            Columns.predict(head, jitter.addedTo(validation.features(), random)),
            validation.gaze(),
            validation.persons());
    Matrix predicted = Columns.predict(head, target.features());
    Matrix means = fixations.means(predicted);
    Matrix bias = PersonBias.of(predicted, fixations, target.track(), plausible);
    Matrix labels = Matrix.zeros(predicted.rows(), 2);
    for (int i = 0; i < labels.rows(); i++) {
      for (int c = 0; c < 2; c++) {
        labels.set(i, c, means.get(fixations.group()[i], c) - bias.get(i, c));
      }
    }
    return labels;
  }

  private static Head withMean(Head head, FixatedFrames target, double[] mean) {
    double[] own = Columns.mean(Columns.predict(head, target.features()));
    return SiteOffset.moved(head, mean[0] - own[0], mean[1] - own[1]);
  }

  /**
   * The distribution's variance against the source's on the wider axis, with one standard error on
   * top.
   */
  private double rho(DistributionEstimate distribution) {
    double wider =
        Math.max(
            distribution.variance().pitch() / source.labels().variance()[0],
            distribution.variance().yaw() / source.labels().variance()[1]);
    return wider * Math.exp(Math.sqrt(2.0 / distribution.fixations()));
  }

  private Verdict closed(double rho, DistributionEstimate distribution) {
    return verdict(
        false,
        rho,
        distribution,
        "the gaze has an estimated %.2f of the source's variance; from %.2f up the"
            + " head's own slope may explain it, so the head stays unchanged");
  }

  private Verdict open(double rho, DistributionEstimate distribution) {
    return verdict(
        true,
        rho,
        distribution,
        "the gaze has at most %.2f of the source's variance; below %.2f only a"
            + " narrower gaze distribution explains it");
  }

  private Verdict verdict(
      boolean adapted, double rho, DistributionEstimate distribution, String reason) {
    return new Verdict(
        adapted,
        OptionalDouble.of(rho),
        Optional.of(distribution),
        List.of(String.format(Locale.ROOT, reason, rho, settings.gate()), distribution.describe()));
  }
}
