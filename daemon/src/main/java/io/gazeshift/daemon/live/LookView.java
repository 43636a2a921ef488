package io.gazeshift.daemon.live;

import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a face looks at.
 *
 * @param best the most probable target, or {@link Target#ELSEWHERE}
 * @param targets the most probable ones, at most four, the most probable first
 * @param elsewhere the probability that it is no target
 * @param hits where the gaze meets screens, at most eight
 */
public record LookView(
    TargetView best, List<TargetView> targets, double elsewhere, List<ScreenHitView> hits) {

  private static final int MOST_TARGETS = 4;
  private static final int MOST_HITS = 8;

  public LookView {
    targets = List.copyOf(targets);
    hits = List.copyOf(hits);
  }

  /** Empty where the domain has no targets. */
  static Optional<LookView> of(GazePrediction prediction) {
    if (!prediction.hasTargets()) {
      return Optional.empty();
    }
    List<GazeTarget> targets = prediction.getTargets().getTargetsList();
    double elsewhere = prediction.getTargets().getElsewhere();
    return Optional.of(
        new LookView(
            PredictedTargets.mostProbable(prediction)
                .map(LookView::target)
                .orElse(new TargetView(Target.ELSEWHERE, elsewhere)),
            targets.stream()
                .map(LookView::target)
                .sorted(Comparator.comparingDouble(TargetView::probability).reversed())
                .limit(MOST_TARGETS)
                .toList(),
            elsewhere,
            targets.stream()
                .filter(GazeTarget::hasScreen)
                .limit(MOST_HITS)
                .map(target -> hit(target, prediction))
                .toList()));
  }

  private static TargetView target(GazeTarget target) {
    return new TargetView(target.getName(), target.getProbability());
  }

  private static ScreenHitView hit(GazeTarget target, GazePrediction prediction) {
    return new ScreenHitView(
        target.getName(),
        target.getScreen().getRightMm(),
        target.getScreen().getDownMm(),
        radiusMm(target, prediction));
  }

  /** As if the screen faced the person; on a slanted one it is an ellipse that reaches further. */
  private static OptionalDouble radiusMm(GazeTarget target, GazePrediction prediction) {
    if (!prediction.hasUncertainty()
        || target.getPointCount() != 3
        || prediction.getOriginCount() != 3) {
      return OptionalDouble.empty();
    }
    double distanceMm =
        point(target.getPointList()).minus(point(prediction.getOriginList())).length();
    double sigmaRad = Math.min(prediction.getUncertainty().getSigma(), Math.PI / 4);
    return OptionalDouble.of(distanceMm * Math.tan(sigmaRad));
  }

  private static PointMm point(List<? extends Number> axes) {
    return new PointMm(
        axes.get(0).doubleValue(), axes.get(1).doubleValue(), axes.get(2).doubleValue());
  }
}
