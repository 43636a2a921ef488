package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.SourceTrainer;
import io.gazeshift.glsge.train.TrainingListener;
import io.gazeshift.glsge.train.TrainingOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * Adapts to a domain without a site prior: the head learns, frame by frame, the {@link FixationGaze
 * gaze of whole fixations} that its own predictions make likely. The mean gaze stays as the head
 * predicts it, unless few of the source's labels are near: without labels, nothing else is known to
 * improve it.
 */
final class AdaptationWithoutPrior {

  // Of fixations, in squared radians: a hundredth of a degree is less than any eye holds still.
  private static final double LEAST_SPREAD = Math.pow(Math.toRadians(0.01), 2);

  // Below this share of the predictions' spread the verdict warns.
  private static final double NARROWED = 0.6;
  // Of fewer the bias between people is chance.
  private static final int FEWEST_PEOPLE = 5;
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
    FixationGaze gaze = gaze(head, target, fixations, jitter);
    if (!gaze.isNarrow() && !gaze.tellsPeopleApart()) {
      progress.done(1);
      return new SafeResult(head, verdict(false, gaze));
    }
    FixationTraining training =
        new FixationTraining(target.features(), ON_FIXATIONS, settings, cancelled);
    SourceTrainer.Result adapted =
        training.train(
            head,
            labels(gaze.gaze(), fixations),
            random.nextLong(),
            new Progress(training.steps(), progress)
                .of(SafeStage.FIXATIONS, training.epochs(), training.stepsPerEpoch()));
    return adapted.outcome() == TrainingOutcome.COMPLETED
        ? new SafeResult(
            withMean(adapted.head(), target, gaze.distribution().meanRad().toArray()),
            verdict(true, gaze))
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

  private FixationGaze gaze(
      Head head, FixatedFrames target, Grouping fixations, FeatureJitter jitter) {
    Matrix predicted = Columns.predict(head, target.features());
    Matrix means = fixations.means(predicted);
    PersonErrors errors = errors(head, jitter);
    return new FixationGaze(
        TargetComponents.of(means, fixations, target.track(), errors.bias()),
        errors,
        frameNoise(predicted, fixations),
        source.labels(),
        settings);
  }

  /** The head's own errors, where there are people enough; else those of a regression like it. */
  private PersonErrors errors(Head head, FeatureJitter jitter) {
    SourceBank people = source.estimate().orElseThrow();
    if (PersonErrors.count(people.persons()) < FEWEST_PEOPLE
        && PersonErrors.count(source.train().persons()) >= FEWEST_PEOPLE) {
      return LeftOutPeople.errors(source.train(), jitter, random);
    }
    return PersonErrors.of(
        Columns.predict(head, jitter.addedTo(people.features(), random)),
        people.gaze(),
        people.persons());
  }

  /** What a single frame has more of than the mean of its fixation. */
  private static PerAxis frameNoise(Matrix predicted, Grouping fixations) {
    double spare = predicted.rows() - fixations.groups();
    double[] variance = Columns.variance(fixations.deviations(predicted));
    double share = 1 - fixations.groups() / (double) predicted.rows();
    return new PerAxis(
        share * variance[0] * predicted.rows() / spare,
        share * variance[1] * predicted.rows() / spare);
  }

  private static Matrix labels(Matrix gaze, Grouping fixations) {
    Matrix labels = Matrix.zeros(fixations.group().length, 2);
    for (int i = 0; i < labels.rows(); i++) {
      labels.set(i, 0, gaze.get(fixations.group()[i], 0));
      labels.set(i, 1, gaze.get(fixations.group()[i], 1));
    }
    return labels;
  }

  private static Head withMean(Head head, FixatedFrames target, double[] mean) {
    double[] own = Columns.mean(Columns.predict(head, target.features()));
    return SiteOffset.moved(head, mean[0] - own[0], mean[1] - own[1]);
  }

  private Verdict verdict(boolean adapted, FixationGaze gaze) {
    String reason =
        gaze.isNarrow()
            ? "the gaze has at most %.2f of the source's variance; below %.2f it counts as narrower"
            : "the gaze has an estimated %.2f of the source's variance; from %.2f up the head's own"
                + " slope may explain it, so the %s stays unchanged";
    List<String> reasons = new ArrayList<>();
    reasons.add(
        String.format(
            Locale.ROOT, reason, gaze.rho(), settings.gate(), adapted ? "spread" : "head"));
    if (adapted && gaze.leastKept() < NARROWED) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "warning: predictions keep only %.0f %% of their spread; a site prior or glances"
                  + " would tell whether that is right",
              100 * gaze.leastKept()));
    }
    reasons.add(gaze.describe());
    reasons.add(gaze.distribution().describe());
    return new Verdict(
        adapted, OptionalDouble.of(gaze.rho()), Optional.of(gaze.distribution()), reasons);
  }
}
