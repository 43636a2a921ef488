package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.FaceBox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Makes one detection out of all that overlap the surest of them: their mean, weighted by score,
 * which is steadier than the surest alone. MediaPipe does the same.
 */
final class WeightedSuppression {

  private static final double SAME_FACE = 0.3;

  private WeightedSuppression() {}

  /** The surest first. */
  static List<Detection> merge(List<Detection> detections) {
    List<Detection> rest = new ArrayList<>(detections);
    rest.sort(Comparator.comparingDouble(Detection::score).reversed());
    List<Detection> merged = new ArrayList<>();
    while (!rest.isEmpty()) {
      Detection best = rest.get(0);
      List<Detection> same = new ArrayList<>(List.of(best));
      List<Detection> others = new ArrayList<>();
      for (Detection other : rest.subList(1, rest.size())) {
        (best.box().overlap(other.box()) > SAME_FACE ? same : others).add(other);
      }
      merged.add(mean(best.score(), same));
      rest = others;
    }
    return merged;
  }

  private static Detection mean(double score, List<Detection> same) {
    FaceBox box =
        new FaceBox(
            mean(same, d -> d.box().x()),
            mean(same, d -> d.box().y()),
            mean(same, d -> d.box().width()),
            mean(same, d -> d.box().height()));
    return new Detection(
        score,
        box,
        mean(same, Detection::rightEyeX),
        mean(same, Detection::rightEyeY),
        mean(same, Detection::leftEyeX),
        mean(same, Detection::leftEyeY));
  }

  private static double mean(List<Detection> same, ToDoubleFunction<Detection> of) {
    double sum = 0;
    double weight = 0;
    for (Detection detection : same) {
      sum += detection.score() * of.applyAsDouble(detection);
      weight += detection.score();
    }
    return sum / weight;
  }
}
