package io.gazeshift.daemon.photos;

import io.gazeshift.protocol.Gaze;
import java.util.OptionalDouble;

/**
 * A photograph and what a model says about it.
 *
 * @param predicted in camera axes
 * @param sigmaRad how far the model says it may be off
 */
public record ScoredPhoto(PhotoLabel label, Gaze predicted, OptionalDouble sigmaRad) {

  /** Of a model that does not say how far it may be off. */
  public ScoredPhoto(PhotoLabel label, Gaze predicted) {
    this(label, predicted, OptionalDouble.empty());
  }

  public double errorDeg() {
    return Math.toDegrees(predicted.angleToRad(label.gaze()));
  }

  /** Predicted minus true pitch. */
  double pitchErrorRad() {
    return wrapped(predicted.pitchRad() - label.gaze().pitchRad());
  }

  /** Predicted minus true yaw, the short way round. */
  double yawErrorRad() {
    return wrapped(predicted.yawRad() - label.gaze().yawRad());
  }

  /** The same photograph with another prediction. */
  ScoredPhoto with(Gaze other) {
    return new ScoredPhoto(label, other);
  }

  private static double wrapped(double angleRad) {
    return Math.IEEEremainder(angleRad, 2 * Math.PI);
  }
}
