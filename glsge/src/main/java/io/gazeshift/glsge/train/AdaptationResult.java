package io.gazeshift.glsge.train;

import io.gazeshift.glsge.head.Head;
import java.util.List;

/**
 * What an adaptation ended with.
 *
 * @param head the last head whose outputs for the target were finite; the one it started from if
 *     none was
 * @param outcome how it ended
 * @param reason in one line, empty if it was completed
 * @param epochs every epoch that was finished
 */
public record AdaptationResult(
    Head head, TrainingOutcome outcome, String reason, List<EpochReport> epochs) {

  public AdaptationResult {
    epochs = List.copyOf(epochs);
  }
}
