package io.gazeshift.adaptation.method;

import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.data.TargetSplit;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.Adaptation;
import io.gazeshift.glsge.train.AdaptationResult;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.AngularError;
import io.gazeshift.glsge.train.Objective;
import io.gazeshift.glsge.train.Objective.Alignment;
import io.gazeshift.glsge.train.TrainingOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.LongFunction;

/**
 * The paper's ablation: what each part of the loss contributes, over several seeds. Beside it
 * stands a control without any training, predictions pulled towards their own mean by the factor
 * that turns out best: an adaptation that does not beat it has learned nothing about the place. And
 * above it stands a bound: heads trained with the target's labels, measured on people they were not
 * trained on.
 */
public final class Ablation {

  static final String NO_ADAPTATION = "no adaptation";
  static final String SHRINKAGE = "best shrinkage (control)";
  static final String SUPERVISED = "supervised bound";

  private static final int SHRINKAGE_STEPS = 30;

  private final AdaptationSettings settings;

  /**
   * The errors of one row in degrees, one for each seed.
   *
   * @param diverged how many seeds did not come to an end; their last good head is measured
   */
  @SuppressWarnings("ArrayRecordComponent") // Small, and never compared.
  public record Row(String name, double[] errorsDeg, int diverged) {

    public double meanDeg() {
      return Arrays.stream(errorsDeg).average().orElse(Double.NaN);
    }

    /** The standard deviation over seeds; 0 for a single one. */
    public double spreadDeg() {
      double mean = meanDeg();
      double sum = Arrays.stream(errorsDeg).map(e -> (e - mean) * (e - mean)).sum();
      return errorsDeg.length < 2 ? 0 : Math.sqrt(sum / (errorsDeg.length - 1));
    }
  }

  /**
   * What a seed adapts to, and what it is measured on.
   *
   * @param test never seen by an adaptation where the target is split
   */
  public record Task(TargetSet adapt, SourceBank test) {

    /** Adapts to the target that it is measured on. */
    public static Task whole(SourceBank target) {
      return new Task(TargetSet.unlabelled(target.features()), target);
    }

    /** The paper's split: adapts to a tenth and is measured on four fifths. */
    public static Task split(SourceBank target, long seed) {
      TargetSplit split = TargetSplit.of(target.size(), seed);
      return new Task(
          TargetSet.unlabelled(target.features().rows(split.adapt())), target.rows(split.test()));
    }

    /** Whether the bound trains on some people and measures on others; else it flatters. */
    public boolean boundIsByPerson() {
      return SupervisedBound.isByPerson(test);
    }
  }

  public Ablation(AdaptationSettings settings) {
    this.settings = settings;
  }

  /** The objectives of the table, from going on as before to the whole method. */
  public static List<Objective> objectives(Objective base) {
    return List.of(
        base.with(false, Alignment.NONE),
        base.with(true, Alignment.NONE),
        base.with(false, Alignment.COD),
        base.with(false, Alignment.PCOD),
        base.with(true, Alignment.COD),
        base.with(true, Alignment.PCOD));
  }

  /**
   * Runs every row for the seeds 1 to n.
   *
   * @param taskOfSeed the target and its truth, whole or split
   * @param headOfSeed the source head to start from
   * @param progress is told the fraction done
   */
  public List<Row> run(
      SourceBank source,
      LongFunction<Task> taskOfSeed,
      int seeds,
      LongFunction<Head> headOfSeed,
      DoubleConsumer progress) {
    Map<String, double[]> errors = new LinkedHashMap<>();
    Map<String, Integer> diverged = new LinkedHashMap<>();
    List<Objective> objectives = objectives(settings.objective());
    int runs = seeds * (objectives.size() + 1);
    int done = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      Head head = headOfSeed.apply(seed);
      Task task = taskOfSeed.apply(seed);
      Matrix truth = task.test().gaze();
      Matrix unadapted = Evaluation.predict(head, task.test().features());
      put(errors, NO_ADAPTATION, seeds, seed, AngularError.meanDegrees(unadapted, truth));
      put(errors, SHRINKAGE, seeds, seed, bestShrinkage(unadapted, truth));
      for (Objective objective : objectives) {
        int before = done;
        AdaptationResult result =
            new Adaptation(settings.withObjective(objective).withSeed(seed))
                .run(
                    head,
                    source,
                    task.adapt(),
                    epoch ->
                        progress.accept(
                            (before + (double) epoch.stepsDone() / epoch.steps()) / runs),
                    () -> false);
        done++;
        Matrix adapted = Evaluation.predict(result.head(), task.test().features());
        put(errors, objective.name(), seeds, seed, AngularError.meanDegrees(adapted, truth));
        diverged.merge(
            objective.name(), result.outcome() == TrainingOutcome.DIVERGED ? 1 : 0, Integer::sum);
      }
      SupervisedBound bound = new SupervisedBound(seed, settings.device());
      put(errors, SUPERVISED, seeds, seed, bound.meanDegrees(head, task.test()));
      progress.accept((double) ++done / runs);
    }
    List<Row> rows = new ArrayList<>();
    errors.forEach(
        (name, values) -> rows.add(new Row(name, values, diverged.getOrDefault(name, 0))));
    return rows;
  }

  private static void put(
      Map<String, double[]> errors, String name, int seeds, int seed, double error) {
    errors.computeIfAbsent(name, row -> new double[seeds])[seed - 1] = error;
  }

  /** The least error that scaling predictions around their mean can reach, known in hindsight. */
  private static double bestShrinkage(Matrix predicted, Matrix truth) {
    double[] mean = new double[2];
    for (int i = 0; i < predicted.rows(); i++) {
      mean[0] += predicted.get(i, 0) / predicted.rows();
      mean[1] += predicted.get(i, 1) / predicted.rows();
    }
    double best = Double.POSITIVE_INFINITY;
    for (int step = 0; step <= SHRINKAGE_STEPS; step++) {
      double factor = 1.5 * step / SHRINKAGE_STEPS;
      Matrix scaled = predicted.copy();
      for (int i = 0; i < scaled.data().length; i++) {
        scaled.data()[i] = mean[i % 2] + factor * (scaled.data()[i] - mean[i % 2]);
      }
      best = Math.min(best, AngularError.meanDegrees(scaled, truth));
    }
    return best;
  }
}
