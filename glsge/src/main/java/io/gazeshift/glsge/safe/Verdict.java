package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.train.TrainingOutcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a safe adaptation decided, and why.
 *
 * @param adapted whether the head is another one now
 * @param rho the variance of the target's gaze against the source's, on the wider axis and with one
 *     standard error on top; empty where it was not estimated
 * @param estimate the gaze distribution the decision rests on; empty where none was estimated
 * @param reasons one sentence each
 */
public record Verdict(
    boolean adapted,
    OptionalDouble rho,
    Optional<DistributionEstimate> estimate,
    List<String> reasons) {

  public Verdict {
    reasons = List.copyOf(reasons);
  }

  static Verdict leftAlone(String reason) {
    return new Verdict(false, OptionalDouble.empty(), Optional.empty(), List.of(reason));
  }

  static Verdict tooFewFixations(int fixations, int fewest) {
    return leftAlone("there are %d fixations; at least %d are needed".formatted(fixations, fewest));
  }

  /** A training that did not come to its end. */
  static Verdict stopped(TrainingOutcome outcome) {
    return leftAlone(
        outcome == TrainingOutcome.CANCELLED
            ? "cancelled before it finished"
            : "a training step was not finite");
  }

  static Verdict adapted(String reason) {
    return new Verdict(true, OptionalDouble.empty(), Optional.empty(), List.of(reason));
  }
}
