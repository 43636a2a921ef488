package io.gazeshift.daemon.live;

import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.targets.hit.AngularSigma;
import io.gazeshift.targets.hit.GazeHits;
import io.gazeshift.targets.hit.RayHit;
import io.gazeshift.targets.hit.ScreenPoint;
import io.gazeshift.targets.hit.TargetMap;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one gaze looks at.
 *
 * @param target the most probable, or {@link Target#ELSEWHERE}
 * @param onScreens where it meets the planes of screens, by the name of the screen
 */
record TargetLook(String target, Map<String, ScreenPoint> onScreens) {

  /** So small that what the ray meets is certain: the truth needs no probability. */
  private static final AngularSigma NONE = new AngularSigma(0);

  /**
   * How far one point on a screen is from another.
   *
   * @param millimetres infinite where there is no other
   * @param pixels likewise; empty where the screen's resolution is not configured
   */
  record PointError(double millimetres, OptionalDouble pixels) {}

  TargetLook {
    onScreens = Map.copyOf(onScreens);
  }

  /** Of a gaze with this uncertainty. */
  static TargetLook of(TargetMap map, PointMm eye, Gaze gaze, AngularSigma sigma) {
    GazeHits hits = map.look(eye, gaze, sigma);
    Map<String, ScreenPoint> points = new HashMap<>();
    hits.targets()
        .forEach(
            hit ->
                hit.ray()
                    .flatMap(RayHit::screen)
                    .ifPresent(point -> points.put(hit.target().name(), point)));
    return new TargetLook(
        hits.mostProbable().map(best -> best.target().name()).orElse(Target.ELSEWHERE), points);
  }

  /** Of the true gaze. */
  static TargetLook truth(TargetMap map, PointMm eye, Gaze gaze) {
    return of(map, eye, gaze, NONE);
  }

  /** As the prediction says it. */
  static TargetLook published(GazePrediction prediction) {
    Map<String, ScreenPoint> points = new HashMap<>();
    for (GazeTarget target : prediction.getTargets().getTargetsList()) {
      if (target.hasScreen()) {
        points.put(target.getName(), point(target.getScreen()));
      }
    }
    return new TargetLook(
        PredictedTargets.mostProbable(prediction).map(GazeTarget::getName).orElse(Target.ELSEWHERE),
        points);
  }

  /** Where it meets the target that it looks at, if that is a screen. */
  Optional<ScreenPoint> onScreen() {
    return Optional.ofNullable(onScreens.get(target));
  }

  /** How far from a point it meets the plane of a screen. */
  PointError errorOf(String screen, ScreenPoint truth) {
    Optional<ScreenPoint> said = Optional.ofNullable(onScreens.get(screen));
    double millimetres =
        said.map(
                point ->
                    Math.hypot(point.rightMm() - truth.rightMm(), point.downMm() - truth.downMm()))
            .orElse(Double.POSITIVE_INFINITY);
    return new PointError(
        millimetres,
        truth
            .pixels()
            .map(pixel -> OptionalDouble.of(pixels(said, pixel)))
            .orElse(OptionalDouble.empty()));
  }

  private static double pixels(Optional<ScreenPoint> said, ScreenPoint.Pixel truth) {
    return said.flatMap(ScreenPoint::pixels)
        .map(pixel -> Math.hypot(pixel.x() - truth.x(), pixel.y() - truth.y()))
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static ScreenPoint point(io.gazeshift.protocol.v1.ScreenPoint message) {
    return new ScreenPoint(
        message.getRightMm(),
        message.getDownMm(),
        message.hasRightPx()
            ? Optional.of(new ScreenPoint.Pixel(message.getRightPx(), message.getDownPx()))
            : Optional.empty());
  }
}
