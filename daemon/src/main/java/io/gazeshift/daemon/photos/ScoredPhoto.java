package io.gazeshift.daemon.photos;

import io.gazeshift.protocol.Gaze;

/**
 * A photograph and what a model says about it.
 *
 * @param predicted in camera axes
 */
public record ScoredPhoto(PhotoLabel label, Gaze predicted) {

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
