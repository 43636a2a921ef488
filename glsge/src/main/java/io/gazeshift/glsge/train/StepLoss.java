package io.gazeshift.glsge.train;

/**
 * The loss of an adaptation at one of its steps.
 *
 * @param stage what was trained; empty where an adaptation is a single training
 * @param step of the stage, from 1
 * @param terms the mean of each over the steps since the point before
 */
public record StepLoss(String stage, int step, LossTerms terms) {

  /** Of a training that goes by the absolute error alone. */
  public static StepLoss absolute(String stage, int step, double l1) {
    return new StepLoss(stage, step, new LossTerms(l1, 0, 0, 0, 0, 0, l1));
  }

  /** Of an epoch of plain GLSGE. */
  public static StepLoss of(EpochReport epoch) {
    return new StepLoss("", epoch.stepsDone(), epoch.loss());
  }
}
