package io.gazeshift.daemon.photos;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * How well predictions fit the labels of some photographs.
 *
 * @param name of the camera or person; blank for all
 * @param afterOffsetDeg mean error after each person's constant offset is taken off
 */
public record GazeScore(
    String name,
    int photos,
    double meanDeg,
    double medianDeg,
    double afterOffsetDeg,
    Slopes slopes) {

  /**
   * Slopes of predicted against true angles: 1 for a perfect model, 0 for one that sees nothing;
   * empty where the true angle does not vary.
   */
  public record Slopes(OptionalDouble pitch, OptionalDouble yaw) {}

  /**
   * Scores photographs, at least one.
   *
   * @param corrected the same photographs without their persons' offsets
   */
  static GazeScore of(String name, List<ScoredPhoto> photos, List<ScoredPhoto> corrected) {
    double[] errors = photos.stream().mapToDouble(ScoredPhoto::errorDeg).sorted().toArray();
    return new GazeScore(
        name,
        errors.length,
        mean(photos),
        (errors[(errors.length - 1) / 2] + errors[errors.length / 2]) / 2,
        mean(corrected),
        new Slopes(
            slope(photos, photo -> photo.label().gaze().pitchRad(), ScoredPhoto::pitchErrorRad),
            slope(photos, photo -> photo.label().gaze().yawRad(), ScoredPhoto::yawErrorRad)));
  }

  private static double mean(List<ScoredPhoto> photos) {
    return photos.stream().mapToDouble(ScoredPhoto::errorDeg).average().orElseThrow();
  }

  /** Least squares. The prediction is truth plus error, so its slope is 1 plus the error's. */
  private static OptionalDouble slope(
      List<ScoredPhoto> photos,
      ToDoubleFunction<ScoredPhoto> truth,
      ToDoubleFunction<ScoredPhoto> error) {
    double meanTruth = photos.stream().mapToDouble(truth).average().orElseThrow();
    double covariance = 0;
    double variance = 0;
    for (ScoredPhoto photo : photos) {
      double deviation = truth.applyAsDouble(photo) - meanTruth;
      covariance += deviation * error.applyAsDouble(photo);
      variance += deviation * deviation;
    }
    // Equal labels may differ by rounding.
    return variance > photos.size() * 1e-12
        ? OptionalDouble.of(1 + covariance / variance)
        : OptionalDouble.empty();
  }
}
