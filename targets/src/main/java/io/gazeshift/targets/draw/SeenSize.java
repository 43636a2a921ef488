package io.gazeshift.targets.draw;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.Outline;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.TargetShape;
import java.util.List;
import java.util.Optional;

/**
 * A target as a person sees it.
 *
 * @param gaze of a person who looks at its middle, in the camera's axes
 * @param distanceMm infinite for a direction
 */
public record SeenSize(Gaze gaze, double distanceMm, double widthDeg, double heightDeg) {

  private static final PointMm DOWN = new PointMm(0, 1, 0);

  /** Empty where nothing of it is seen from there. */
  public static Optional<SeenSize> of(TargetShape shape, PointMm head) {
    Outline outline = shape.seenFrom(head);
    if (outline instanceof Outline.Cone cone) {
      double size = 2 * Math.toDegrees(cone.radiusRad());
      return Optional.of(new SeenSize(gaze(cone.axis()), cone.distanceMm(), size, size));
    }
    List<PointMm> corners =
        ((Outline.Facets) outline)
            .facets().stream().flatMap(List::stream).map(at -> at.minus(head)).toList();
    if (corners.isEmpty()) {
      return Optional.empty();
    }
    PointMm middle =
        corners.stream().reduce(new PointMm(0, 0, 0), PointMm::plus).times(1.0 / corners.size());
    PointMm ahead = middle.unit();
    PointMm across = ahead.cross(DOWN).length() < 1e-3 ? new PointMm(1, 0, 0) : ahead.cross(DOWN);
    PointMm right = across.unit();
    PointMm down = right.cross(ahead).times(-1);
    return Optional.of(
        new SeenSize(
            gaze(middle),
            middle.length(),
            extentDeg(corners, ahead, right),
            extentDeg(corners, ahead, down)));
  }

  private static double extentDeg(List<PointMm> corners, PointMm ahead, PointMm aside) {
    double[] angles =
        corners.stream()
            .mapToDouble(at -> Math.toDegrees(Math.atan2(at.dot(aside), at.dot(ahead))))
            .sorted()
            .toArray();
    return angles[angles.length - 1] - angles[0];
  }

  private static Gaze gaze(PointMm along) {
    return Gaze.along(along.x(), along.y(), along.z());
  }
}
