package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.Outline;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A target with what can be computed before it is known where the eye is. */
final class PlacedTarget {

  private final int index;
  private final Target target;

  /** The corners of a screen or polygon; null for other shapes. */
  private final @Nullable List<double[]> face;

  /** A sphere around a screen, polygon or box; null for other shapes. */
  private final @Nullable PointMm middle;

  private final double radiusMm;

  PlacedTarget(int index, Target target) {
    this.index = index;
    this.target = target;
    TargetShape shape = target.shape();
    if (shape instanceof TargetShape.Box box) {
      face = null;
      middle = box.centre();
      radiusMm = box.size().length() / 2;
    } else if (shape instanceof TargetShape.Screen || shape instanceof TargetShape.Polygon) {
      List<PointMm> corners =
          shape instanceof TargetShape.Screen screen
              ? screen.corners()
              : ((TargetShape.Polygon) shape).corners();
      PointMm mean =
          corners.stream().reduce(new PointMm(0, 0, 0), PointMm::plus).times(1.0 / corners.size());
      face = List.of(flat(corners));
      middle = mean;
      radiusMm = corners.stream().mapToDouble(at -> at.minus(mean).length()).max().orElse(0);
    } else {
      face = null;
      middle = null;
      radiusMm = 0;
    }
  }

  Target target() {
    return target;
  }

  /** What the eye sees of it; null for nothing, or for nothing within reach of the gaze. */
  @Nullable SeenTarget seenFrom(PointMm eye, AngularNormal gaze) {
    if (middle != null && isOutOfReach(middle, eye, gaze)) {
      return null;
    }
    SeenTarget seen;
    if (face != null) {
      boolean isHidden =
          target.shape() instanceof TargetShape.Screen screen && !screen.isSeenFromFront(eye);
      seen = isHidden ? null : SeenTarget.ofFaces(index, face, eye);
    } else {
      Outline outline = target.shape().seenFrom(eye);
      seen =
          outline instanceof Outline.Cone cone
              ? SeenTarget.ofCone(index, cone)
              : SeenTarget.ofFaces(
                  index,
                  ((Outline.Facets) outline).facets().stream().map(PlacedTarget::flat).toList(),
                  eye);
    }
    return seen != null && seen.isWithinReach(gaze) ? seen : null;
  }

  private boolean isOutOfReach(PointMm centre, PointMm eye, AngularNormal gaze) {
    double x = centre.x() - eye.x();
    double y = centre.y() - eye.y();
    double z = centre.z() - eye.z();
    double distance = Math.sqrt(x * x + y * y + z * z);
    if (distance <= radiusMm) {
      return false;
    }
    double angle = gaze.angleTo(x / distance, y / distance, z / distance);
    return angle - Math.asin(radiusMm / distance) > gaze.reachRad();
  }

  private static double[] flat(List<PointMm> corners) {
    double[] flat = new double[3 * corners.size()];
    for (int i = 0; i < corners.size(); i++) {
      flat[3 * i] = corners.get(i).x();
      flat[3 * i + 1] = corners.get(i).y();
      flat[3 * i + 2] = corners.get(i).z();
    }
    return flat;
  }
}
