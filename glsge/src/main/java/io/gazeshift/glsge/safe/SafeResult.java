package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.train.StepLoss;
import java.util.List;
import java.util.Optional;

/**
 * What a safe adaptation ended with.
 *
 * @param head the adapted head, or the very one it was given
 * @param weights how much each frame of the bank counts under the distribution that the verdict
 *     rests on; empty where there is none
 * @param losses of its trainings, one stage after another; empty where nothing was trained
 */
public record SafeResult(
    Head head, Verdict verdict, Optional<ImportanceWeights> weights, List<StepLoss> losses) {

  public SafeResult {
    losses = List.copyOf(losses);
  }

  SafeResult(Head head, Verdict verdict) {
    this(head, verdict, Optional.empty(), List.of());
  }

  SafeResult weighing(ImportanceWeights bank) {
    return new SafeResult(head, verdict, Optional.of(bank), losses);
  }

  SafeResult after(List<StepLoss> course) {
    return new SafeResult(head, verdict, weights, course);
  }
}
