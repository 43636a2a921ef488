package io.gazeshift.inference.targets;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.targets.event.Driving;
import io.gazeshift.targets.event.GazeSample;
import io.gazeshift.targets.shape.Target;
import java.util.Optional;

/** What a prediction says of its frame, as events and data quality are found from it. */
public final class PredictedSample {

  private PredictedSample() {}

  /** Of a face that is no driver's. */
  public static GazeSample of(GazePrediction prediction) {
    return of(prediction, Optional.empty());
  }

  /**
   * @param driving empty if the face is no driver's
   */
  public static GazeSample of(GazePrediction prediction, Optional<Driving> driving) {
    return new GazeSample(
        prediction.getIdentity().getCaptureMicros(),
        Gaze.from(prediction.getCamera()),
        eyeOpenness(prediction),
        PredictedTargets.mostProbable(prediction).map(GazeTarget::getName).orElse(Target.ELSEWHERE),
        driving);
  }

  /** Open, where nothing usable is said. */
  private static float eyeOpenness(GazePrediction prediction) {
    float said = prediction.hasQuality() ? prediction.getQuality().getEyeOpenness() : 1;
    return Float.isFinite(said) ? said : 1;
  }
}
