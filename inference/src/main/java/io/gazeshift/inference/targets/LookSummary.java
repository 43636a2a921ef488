package io.gazeshift.inference.targets;

import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.targets.shape.Target;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a prediction says for meters.
 *
 * @param target most probably looked at, or {@link Target#ELSEWHERE}; empty where the domain has no
 *     targets
 * @param sigmaRad empty where the model does not say how accurate it is
 */
public record LookSummary(Optional<String> target, OptionalDouble sigmaRad) {

  public static final LookSummary NONE = new LookSummary(Optional.empty(), OptionalDouble.empty());

  public static LookSummary of(GazePrediction prediction) {
    if (!prediction.hasTargets() && !prediction.hasUncertainty()) {
      return NONE;
    }
    return new LookSummary(
        prediction.hasTargets()
            ? Optional.of(
                PredictedTargets.mostProbable(prediction)
                    .map(GazeTarget::getName)
                    .orElse(Target.ELSEWHERE))
            : Optional.empty(),
        prediction.hasUncertainty()
            ? OptionalDouble.of(prediction.getUncertainty().getSigma())
            : OptionalDouble.empty());
  }
}
