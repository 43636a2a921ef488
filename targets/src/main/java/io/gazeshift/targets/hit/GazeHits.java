package io.gazeshift.targets.hit;

import java.util.List;
import java.util.Optional;

/**
 * What one gaze looks at.
 *
 * @param targets every target, in the order of the configuration
 * @param elsewhere the probability that it is none of them; all probabilities sum to 1
 */
public record GazeHits(List<TargetHit> targets, double elsewhere) {

  public GazeHits {
    targets = List.copyOf(targets);
  }

  /** The target that is looked at most probably; empty if that is none. */
  public Optional<TargetHit> mostProbable() {
    TargetHit best = null;
    double most = elsewhere;
    for (TargetHit hit : targets) {
      if (hit.probability() > most) {
        best = hit;
        most = hit.probability();
      }
    }
    return Optional.ofNullable(best);
  }
}
