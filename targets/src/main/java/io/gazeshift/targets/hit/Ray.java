package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.Outline;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.TargetShape;
import java.util.List;
import java.util.Optional;

/** A line of sight without uncertainty. */
final class Ray {

  /** A gaze that meets a plane only so far away runs along it. */
  private static final double FARTHEST_MM = 1e7;

  private final PointMm eye;
  private final PointMm direction;

  Ray(PointMm eye, double[] direction) {
    this.eye = eye;
    this.direction = new PointMm(direction[0], direction[1], direction[2]);
  }

  /** Where it meets a target or its plane. */
  Optional<RayHit> meets(TargetShape shape) {
    if (shape instanceof TargetShape.Screen screen) {
      return screen.isSeenFromFront(eye) ? onScreen(screen) : Optional.empty();
    }
    if (shape instanceof TargetShape.Disc disc) {
      return onDisc(disc);
    }
    if (shape instanceof TargetShape.Polygon polygon) {
      return onFace(polygon.corners());
    }
    if (shape instanceof TargetShape.Box box) {
      return onBox(box);
    }
    return Optional.empty();
  }

  private Optional<RayHit> onScreen(TargetShape.Screen screen) {
    ScreenPlace place = screen.place();
    return onPlane(place.topLeft(), place.normal())
        .map(
            at -> {
              PointMm across = place.topRight().minus(place.topLeft());
              PointMm down = place.bottomRight().minus(place.topRight());
              PointMm from = at.minus(place.topLeft());
              // Measured corners need not make right angles.
              double aa = across.dot(across);
              double ad = across.dot(down);
              double dd = down.dot(down);
              double determinant = aa * dd - ad * ad;
              double fa = from.dot(across);
              double fd = from.dot(down);
              double right = (fa * dd - fd * ad) / determinant;
              double below = (fd * aa - fa * ad) / determinant;
              boolean inside = right >= 0 && right <= 1 && below >= 0 && below <= 1;
              return new RayHit(
                  at,
                  inside,
                  Optional.of(
                      ScreenPoint.of(right, below, Math.sqrt(aa), Math.sqrt(dd), screen.pixels())));
            });
  }

  private Optional<RayHit> onDisc(TargetShape.Disc disc) {
    if (!(disc.seenFrom(eye) instanceof Outline.Cone cone)) {
      return Optional.empty();
    }
    return onPlane(disc.centre(), cone.axis())
        .map(
            at ->
                new RayHit(
                    at, direction.angleToRad(cone.axis()) <= cone.radiusRad(), Optional.empty()));
  }

  /** Where it enters the box: behind the last of the three planes towards the eye. */
  private Optional<RayHit> onBox(TargetShape.Box box) {
    PointMm from = box.centre().minus(eye);
    double enters = 0;
    double leaves = FARTHEST_MM;
    for (int axis = 0; axis < 3; axis++) {
      double along = axis == 0 ? direction.x() : axis == 1 ? direction.y() : direction.z();
      double middle = axis == 0 ? from.x() : axis == 1 ? from.y() : from.z();
      PointMm size = box.size();
      double half = (axis == 0 ? size.x() : axis == 1 ? size.y() : size.z()) / 2;
      // Division by 0 gives infinities of the right signs; on the plane itself it gives no number,
      // which no comparison below takes.
      double one = (middle - half) / along;
      double other = (middle + half) / along;
      enters = Math.max(enters, Math.min(one, other));
      leaves = Math.min(leaves, Math.max(one, other));
    }
    return enters > 0 && enters <= leaves
        ? Optional.of(new RayHit(eye.plus(direction.times(enters)), true, Optional.empty()))
        : Optional.empty();
  }

  private Optional<RayHit> onFace(List<PointMm> corners) {
    PointMm first = corners.get(0);
    PointMm normal =
        corners.get(1).minus(first).cross(corners.get(corners.size() - 1).minus(first));
    return onPlane(first, normal)
        .map(at -> new RayHit(at, isWithin(corners, normal, at), Optional.empty()));
  }

  private static boolean isWithin(List<PointMm> corners, PointMm normal, PointMm at) {
    for (int i = 0; i < corners.size(); i++) {
      PointMm side = corners.get((i + 1) % corners.size()).minus(corners.get(i));
      if (side.cross(at.minus(corners.get(i))).dot(normal) < 0) {
        return false;
      }
    }
    return true;
  }

  private Optional<PointMm> onPlane(PointMm on, PointMm normal) {
    double towards = direction.dot(normal);
    double distance = on.minus(eye).dot(normal) / towards;
    return distance > 0 && distance < FARTHEST_MM
        ? Optional.of(eye.plus(direction.times(distance)))
        : Optional.empty();
  }
}
