package io.gazeshift.glsge.train;

import ai.djl.Device;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * GLSGE: fits a copy of a head to an unlabelled target, with a labelled source bank at its side.
 * Algorithm 1 of the paper: estimate the distribution of the target's labels from the head's own
 * predictions, train on batches of both domains, and again.
 *
 * <p>A target smaller than a batch is used whole in each step. Source batches are drawn from the
 * samples that the label distribution gives any weight, where the objective looks at no others:
 * batches of mostly weightless samples teach little.
 */
public final class Adaptation {

  private final AdaptationSettings settings;
  private final Executor beside;
  private final TrainableHead.Maker heads;

  /** One that computes everything in the caller's thread. */
  public Adaptation(AdaptationSettings settings) {
    this(settings, Runnable::run);
  }

  /**
   * @param beside may run half of each step's work in another thread
   */
  public Adaptation(AdaptationSettings settings, Executor beside) {
    this(settings, beside, TrainableHead::of);
  }

  Adaptation(AdaptationSettings settings, Executor beside, TrainableHead.Maker heads) {
    this.settings = settings;
    this.beside = beside;
    this.heads = heads;
  }

  /**
   * Adapts a head, which is left untouched.
   *
   * @param progress is told of each epoch, in the caller's thread
   * @param cancelled is asked before each step
   * @throws IllegalArgumentException if the data cannot be trained on, with what is wrong
   */
  public AdaptationResult run(
      Head start,
      SourceBank source,
      TargetSet target,
      Consumer<EpochReport> progress,
      BooleanSupplier cancelled) {
    requireUsable(start, source, target);
    Device device = TrainingDevice.parse(settings.device());
    Schedule schedule = settings.schedule().resolvedFor(target.size());
    FeatureScale scale = FeatureScale.of(source.features());
    try (TrainableHead head = heads.make(scale.toScaled(start), device, beside)) {
      Run run = new Run(head, scale, source, target, schedule, progress, cancelled);
      return run.toTheEnd();
    }
  }

  private static void requireUsable(Head head, SourceBank source, TargetSet target) {
    if (source.features().width() != head.inputs() || target.features().width() != head.inputs()) {
      throw new IllegalArgumentException(
          ("the head expects %d features, the source bank has %d and the target %d; all"
                      + " three must")
                  .formatted(head.inputs(), source.features().width(), target.features().width())
              + " come from the same backbone");
    }
    if (source.size() < 2 || target.size() < 2) {
      throw new IllegalArgumentException(
          "an adaptation needs at least 2 samples of each domain, got %d of the source and %d of"
                  .formatted(source.size(), target.size())
              + " the target");
    }
    Matrix gaze = source.gaze();
    boolean constant = true;
    for (int i = 1; i < gaze.rows() && constant; i++) {
      constant = gaze.get(i, 0) == gaze.get(0, 0) && gaze.get(i, 1) == gaze.get(0, 1);
    }
    if (constant) {
      throw new IllegalArgumentException(
          ("the source bank has the same gaze (%s, %s) in all %d rows; training needs"
                  + " varied gaze")
              .formatted(gaze.get(0, 0), gaze.get(0, 1), gaze.rows()));
    }
  }

  /** One adaptation under way. */
  private final class Run {

    private final TrainableHead head;
    private final LastFiniteWeights lastGood;
    private final FeatureScale scale;
    private final FeatureRows sourceFeatures;
    private final FeatureRows targetFeatures;
    private final Matrix sourceGaze;
    private final Schedule schedule;
    private final Consumer<EpochReport> progress;
    private final BooleanSupplier cancelled;
    private final GlsgeLoss loss;
    private final Adam adam;
    private final CosineSchedule rates;
    private final BatchSampler sourceSampler;
    private final BatchSampler targetSampler;
    private final List<EpochReport> reports = new ArrayList<>();
    private int stepsDone;

    Run(
        TrainableHead head,
        FeatureScale scale,
        SourceBank source,
        TargetSet target,
        Schedule schedule,
        Consumer<EpochReport> progress,
        BooleanSupplier cancelled) {
      this.head = head;
      this.scale = scale;
      this.sourceFeatures = scale.scaled(source.features());
      this.targetFeatures = scale.scaled(target.features());
      this.lastGood = new LastFiniteWeights(head, targetFeatures);
      this.sourceGaze = source.gaze();
      this.schedule = schedule;
      this.progress = progress;
      this.cancelled = cancelled;
      this.loss = new GlsgeLoss(settings.objective(), settings.seed(), beside);
      this.adam = new Adam(head.weights().lengths());
      this.rates = new CosineSchedule(schedule.learningRate(), schedule.totalSteps());
      this.sourceSampler = new BatchSampler(source.size(), settings.seed());
      this.targetSampler = new BatchSampler(target.size(), settings.seed() + 1);
    }

    AdaptationResult toTheEnd() {
      for (int round = 1; round <= schedule.rounds(); round++) {
        Matrix pseudoLabels = head.predict(targetFeatures);
        if (!pseudoLabels.isFinite()) {
          return diverged("the head's predictions in round %d are not finite".formatted(round));
        }
        lastGood.noteAll();
        LabelModel distribution = settings.labels().estimate(pseudoLabels);
        sourceSampler.drawFrom(eligible(distribution));
        for (int epoch = 1; epoch <= schedule.epochsPerRound(); epoch++) {
          LossTerms sum = LossTerms.ZERO;
          double effective = 0;
          for (int step = 0; step < schedule.stepsPerEpoch(); step++) {
            if (cancelled.getAsBoolean()) {
              return ended(
                  TrainingOutcome.CANCELLED,
                  "stopped after %d of %d steps".formatted(stepsDone, schedule.totalSteps()));
            }
            Step done = step(distribution);
            if (!done.good()) {
              return diverged(
                  "step %d of %d is not finite: %s"
                      .formatted(stepsDone + 1, schedule.totalSteps(), done.problem()));
            }
            stepsDone++;
            sum = sum.plus(1.0 / schedule.stepsPerEpoch(), done.terms());
            effective += done.effectiveSamples() / schedule.stepsPerEpoch();
          }
          report(round, epoch, sum, effective, distribution);
        }
      }
      return ended(TrainingOutcome.COMPLETED, "");
    }

    /** The source samples worth drawing; all of them if the distribution leaves too few. */
    private int[] eligible(LabelModel distribution) {
      int[] all = BatchSampler.all(sourceFeatures.size());
      if (!settings.objective().needsOnlyWeightedSamples()) {
        return all;
      }
      int[] inside =
          Arrays.stream(all)
              .filter(i -> distribution.density(sourceGaze.get(i, 0), sourceGaze.get(i, 1)) > 0)
              .toArray();
      return inside.length >= 2 ? inside : all;
    }

    private Step step(LabelModel distribution) {
      int[] s = sourceSampler.next(schedule.batch());
      int[] t = targetSampler.next(schedule.batch());
      int width = sourceFeatures.width();
      float[] batch = new float[(s.length + t.length) * width];
      for (int i = 0; i < s.length; i++) {
        sourceFeatures.copy(s[i], batch, i * width);
      }
      for (int i = 0; i < t.length; i++) {
        targetFeatures.copy(t[i], batch, (s.length + i) * width);
      }
      Matrix gaze = sourceGaze.rows(s);
      ImportanceWeights weights = ImportanceWeights.of(distribution, gaze);
      LossTerms[] terms = {LossTerms.ZERO};
      float[][] gradients;
      try {
        gradients =
            head.gradients(
                batch,
                s.length + t.length,
                (z, y) -> {
                  if (!z.isFinite() || !y.isFinite()) {
                    throw new ArithmeticException("the head's outputs are not finite");
                  }
                  GlsgeLoss.Evaluation e = evaluate(z, y, s.length, gaze, weights.values());
                  terms[0] = e.terms();
                  return OutputLayout.of(e, z, y);
                });
      } catch (ArithmeticException e) {
        return Step.failed(e.getMessage());
      }
      if (!terms[0].isFinite() || !TrainableHead.isFinite(gradients)) {
        return Step.failed("loss %s".formatted(terms[0].total()));
      }
      lastGood.noteBatch();
      adam.step(head.weights().values(), gradients, rates.at(stepsDone));
      return new Step(terms[0], weights.effectiveSamples(), "");
    }

    private GlsgeLoss.Evaluation evaluate(
        Matrix z, Matrix y, int sourceRows, Matrix gaze, double[] q) {
      return loss.evaluate(
          z.rows(0, sourceRows),
          z.rows(sourceRows, z.rows()),
          y.rows(0, sourceRows),
          gaze,
          y.rows(sourceRows, y.rows()),
          q);
    }

    private void report(
        int round, int epoch, LossTerms mean, double effective, LabelModel distribution) {
      EpochReport report =
          new EpochReport(
              round,
              schedule.rounds(),
              epoch,
              stepsDone,
              schedule.totalSteps(),
              rates.at(stepsDone - 1),
              mean,
              effective,
              distribution.describe());
      reports.add(report);
      progress.accept(report);
    }

    private AdaptationResult ended(TrainingOutcome outcome, String reason) {
      if (!lastGood.isNow()) {
        return diverged("the head's predictions after step %d are not finite".formatted(stepsDone));
      }
      return new AdaptationResult(
          scale.toPlain(head.weights().snapshot()), outcome, reason, reports);
    }

    private AdaptationResult diverged(String reason) {
      return new AdaptationResult(
          scale.toPlain(lastGood.restore()), TrainingOutcome.DIVERGED, reason, reports);
    }
  }

  /** What one step came to; the weights were only moved if it was good. */
  private record Step(LossTerms terms, double effectiveSamples, String problem) {

    static Step failed(String problem) {
      return new Step(LossTerms.ZERO, 0, problem);
    }

    boolean good() {
      return problem.isEmpty();
    }
  }
}
