package io.gazeshift.glsge.train;

import io.gazeshift.glsge.kernel.ConditionalDiscrepancy;
import io.gazeshift.glsge.kernel.Discrepancy;
import io.gazeshift.glsge.kernel.Pcod;
import io.gazeshift.glsge.kernel.RandomFeaturePcod;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.marginal.DareGram;
import io.gazeshift.glsge.marginal.Marginal;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The loss of the paper on one pair of batches, with its gradients in closed form. */
public final class GlsgeLoss {

  private final Objective objective;
  private final ConditionalDiscrepancy discrepancy;
  private final DareGram dareGram;
  private final Executor beside;

  /**
   * @param seed of the random features, where these are used
   * @param beside runs the marginal term, and the start of the discrepancy, while the caller's
   *     thread computes the rest; {@code Runnable::run} does one after the other
   */
  public GlsgeLoss(Objective objective, long seed, Executor beside) {
    this.objective = objective;
    this.discrepancy =
        objective.randomFeatures() == 0
            ? new Pcod(objective.kernels())
            : new RandomFeaturePcod(objective.kernels(), objective.randomFeatures(), seed);
    this.dareGram = new DareGram(objective.marginal());
    this.beside = beside;
  }

  /**
   * What a batch gives.
   *
   * @param bySourceFeatures the gradient by z of the source; 0 x 0 where there is none
   * @param byTargetFeatures the gradient by z of the target; 0 x 0 where there is none
   * @param bySourcePredictions the gradient by the predictions for the source
   */
  public record Evaluation(
      LossTerms terms,
      Matrix bySourceFeatures,
      Matrix byTargetFeatures,
      Matrix bySourcePredictions) {}

  /**
   * The loss of a pair of batches and its gradients.
   *
   * @param zs the features of the source batch after the shallow extractor
   * @param zt those of the target batch
   * @param predictions what the head says of the source batch
   * @param gaze the true gaze of the source batch
   * @param pseudoLabels what the head says of the target batch, taken as constant
   * @param q the weights of the source batch under the target's label distribution
   */
  public Evaluation evaluate(
      Matrix zs, Matrix zt, Matrix predictions, Matrix gaze, Matrix pseudoLabels, double[] q) {
    double[] uniform = ImportanceWeights.uniform(q.length);
    WeightedL1 l1 = WeightedL1.of(predictions, gaze, objective.weightedSource() ? q : uniform);
    if (objective.alignment() == Objective.Alignment.NONE) {
      Matrix none = Matrix.zeros(0, 0);
      return new Evaluation(
          new LossTerms(l1.value(), 0, 0, 0, 0, 0, l1.value()), none, none, l1.gradient());
    }
    double[] weights = objective.alignment() == Objective.Alignment.PCOD ? q : uniform;
    Supplier<Discrepancy> rest = discrepancy.start(beside, zs, zt, gaze, pseudoLabels, weights);
    Supplier<Marginal> later = ParallelTask.start(beside, () -> dareGram.between(zs, zt));
    Discrepancy d;
    Marginal m;
    try {
      d = rest.get();
    } finally {
      m = later.get();
    }
    double lambda = objective.lambda();
    LossTerms terms =
        new LossTerms(
            l1.value(),
            d.squared(),
            d.distance(),
            m.angle(),
            m.scale(),
            m.loss(),
            l1.value() + lambda * (d.distance() + m.loss()));
    double slope = lambda * d.distanceSlope();
    return new Evaluation(
        terms,
        combined(lambda, m.sourceGradient(), slope, d.sourceGradient()),
        combined(lambda, m.targetGradient(), slope, d.targetGradient()),
        l1.gradient());
  }

  /** {@code f A + g B}, in place of A. */
  private static Matrix combined(double f, Matrix a, double g, Matrix b) {
    return a.scaleInPlace(f).addInPlace(g, b);
  }
}
