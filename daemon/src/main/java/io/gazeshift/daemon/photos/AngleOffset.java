package io.gazeshift.daemon.photos;

import io.gazeshift.protocol.Gaze;
import java.util.List;

/** A constant error of predictions: what one glance at a known point would correct. */
public record AngleOffset(double pitchRad, double yawRad) {

  /** The mean error. */
  static AngleOffset meanOf(List<ScoredPhoto> photos) {
    return new AngleOffset(
        photos.stream().mapToDouble(ScoredPhoto::pitchErrorRad).average().orElse(0),
        photos.stream().mapToDouble(ScoredPhoto::yawErrorRad).average().orElse(0));
  }

  /** The prediction without this error. */
  Gaze takenOff(Gaze predicted) {
    return new Gaze(predicted.pitchRad() - pitchRad, predicted.yawRad() - yawRad);
  }

  public double pitchDeg() {
    return Math.toDegrees(pitchRad);
  }

  public double yawDeg() {
    return Math.toDegrees(yawRad);
  }
}
