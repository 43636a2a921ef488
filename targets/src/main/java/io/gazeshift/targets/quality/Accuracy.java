package io.gazeshift.targets.quality;

import io.gazeshift.protocol.Gaze;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * How far gaze is from a known point, in degrees.
 *
 * @param offsetDeg the length of the mean offset, which is what laboratories call accuracy; noise
 *     averages out of it
 * @param horizontalDeg the mean offset along yaw
 * @param verticalDeg the mean offset along pitch
 * @param meanErrorDeg the mean angle between a single frame and the point, noise included
 */
public record Accuracy(
    int frames, double offsetDeg, double horizontalDeg, double verticalDeg, double meanErrorDeg) {

  /** Takes one frame at least. */
  public static Accuracy of(Gaze truth, List<Gaze> gazes) {
    double horizontal = 0;
    double vertical = 0;
    double error = 0;
    int count = gazes.size();
    for (Gaze gaze : gazes) {
      AngularOffset offset = AngularOffset.between(truth, gaze);
      horizontal += offset.horizontalDeg() / count;
      vertical += offset.verticalDeg() / count;
      error += Math.hypot(offset.horizontalDeg(), offset.verticalDeg()) / count;
    }
    return new Accuracy(count, Math.hypot(horizontal, vertical), horizontal, vertical, error);
  }

  /**
   * The mean over several points, each of which counts the same. Offsets keep their lengths, so
   * that errors to opposite sides do not cancel; {@code horizontalDeg} and {@code verticalDeg} are
   * what they have in common.
   */
  public static Optional<Accuracy> mean(List<Accuracy> points) {
    if (points.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Accuracy(
            points.stream().mapToInt(Accuracy::frames).sum(),
            mean(points, Accuracy::offsetDeg),
            mean(points, Accuracy::horizontalDeg),
            mean(points, Accuracy::verticalDeg),
            mean(points, Accuracy::meanErrorDeg)));
  }

  private static double mean(List<Accuracy> points, ToDoubleFunction<Accuracy> of) {
    return points.stream().mapToDouble(of).average().orElseThrow();
  }
}
