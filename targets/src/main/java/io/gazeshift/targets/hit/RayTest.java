package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.PixelSize;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.TargetShape;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Where lines of sight meet one target or its plane. What does not depend on the eye is computed
 * once. Immutable.
 */
interface RayTest {

  Optional<RayHit> meets(Ray ray);

  static RayTest of(TargetShape shape) {
    if (shape instanceof TargetShape.Screen screen) {
      return new OnScreen(screen);
    }
    if (shape instanceof TargetShape.Disc disc) {
      return new OnDisc(disc);
    }
    if (shape instanceof TargetShape.Polygon polygon) {
      return new OnPolygon(polygon.corners());
    }
    if (shape instanceof TargetShape.Box box) {
      return new OnBox(box);
    }
    return ray -> Optional.empty();
  }

  /** A plane by its normal n and n · p for its points p. */
  record Plane(double nx, double ny, double nz, double offset) {

    static Plane of(PointMm on, PointMm normal) {
      return new Plane(normal.x(), normal.y(), normal.z(), normal.dot(on));
    }

    /** How far a point is from it, times the length of the normal; above 0 where n points. */
    double above(double x, double y, double z) {
      return nx * x + ny * y + nz * z - offset;
    }

    /** The distance at which it is met; negative or no number where it is not. */
    double distanceMm(Ray ray) {
      return -above(ray.eyeX, ray.eyeY, ray.eyeZ) / (nx * ray.x + ny * ray.y + nz * ray.z);
    }
  }

  /** Seen from its front alone. */
  final class OnScreen implements RayTest {

    private final Plane front;

    /** They are 0 on the left and on the upper edge, and 1 on the other. */
    private final Plane rightwards;

    private final Plane downwards;
    private final double widthMm;
    private final double heightMm;
    private final Optional<PixelSize> pixels;

    OnScreen(TargetShape.Screen screen) {
      ScreenPlace place = screen.place();
      PointMm across = place.topRight().minus(place.topLeft());
      PointMm down = place.bottomRight().minus(place.topRight());
      // Measured corners need not make right angles.
      double aa = across.dot(across);
      double ad = across.dot(down);
      double dd = down.dot(down);
      double determinant = aa * dd - ad * ad;
      front = Plane.of(place.topLeft(), place.normal());
      rightwards =
          Plane.of(place.topLeft(), across.times(dd).minus(down.times(ad)).times(1 / determinant));
      downwards =
          Plane.of(place.topLeft(), down.times(aa).minus(across.times(ad)).times(1 / determinant));
      widthMm = Math.sqrt(aa);
      heightMm = Math.sqrt(dd);
      pixels = screen.pixels();
    }

    @Override
    public Optional<RayHit> meets(Ray ray) {
      if (!(front.above(ray.eyeX, ray.eyeY, ray.eyeZ) > 0)) {
        return Optional.empty();
      }
      double distance = front.distanceMm(ray);
      if (!Ray.isMet(distance)) {
        return Optional.empty();
      }
      PointMm at = ray.at(distance);
      double right = rightwards.above(at.x(), at.y(), at.z());
      double below = downwards.above(at.x(), at.y(), at.z());
      boolean inside = right >= 0 && right <= 1 && below >= 0 && below <= 1;
      return Optional.of(
          new RayHit(
              at, inside, Optional.of(ScreenPoint.of(right, below, widthMm, heightMm, pixels))));
    }
  }

  /** On the plane through its middle that faces the eye. */
  final class OnDisc implements RayTest {

    private final TargetShape.Disc disc;
    private final double cosRadius;

    OnDisc(TargetShape.Disc disc) {
      this.disc = disc;
      this.cosRadius = Math.cos(Math.toRadians(disc.radius()));
    }

    @Override
    public Optional<RayHit> meets(Ray ray) {
      double x = disc.centre().x() - ray.eyeX;
      double y = disc.centre().y() - ray.eyeY;
      double z = disc.centre().z() - ray.eyeZ;
      double centreMm = Math.sqrt(x * x + y * y + z * z);
      double cosAngle = (x * ray.x + y * ray.y + z * ray.z) / centreMm;
      double distance = centreMm / cosAngle;
      if (!Ray.isMet(distance)) {
        return Optional.empty();
      }
      PointMm at = ray.at(distance);
      boolean inside =
          disc.unit() == TargetShape.Unit.DEGREES
              ? cosAngle >= cosRadius
              : at.minus(disc.centre()).length() <= disc.radius();
      return Optional.of(new RayHit(at, inside, Optional.empty()));
    }
  }

  /** Seen from both sides. */
  final class OnPolygon implements RayTest {

    private final Plane plane;

    /** Through the sides and perpendicular to the polygon; above 0 inside. */
    private final List<Plane> sides;

    OnPolygon(List<PointMm> corners) {
      PointMm first = corners.get(0);
      PointMm normal =
          corners.get(1).minus(first).cross(corners.get(corners.size() - 1).minus(first));
      plane = Plane.of(first, normal);
      sides =
          IntStream.range(0, corners.size())
              .mapToObj(
                  i -> {
                    PointMm side = corners.get((i + 1) % corners.size()).minus(corners.get(i));
                    return Plane.of(corners.get(i), normal.cross(side));
                  })
              .toList();
    }

    @Override
    public Optional<RayHit> meets(Ray ray) {
      double distance = plane.distanceMm(ray);
      if (!Ray.isMet(distance)) {
        return Optional.empty();
      }
      PointMm at = ray.at(distance);
      boolean inside = true;
      for (int i = 0; i < sides.size() && inside; i++) {
        inside = sides.get(i).above(at.x(), at.y(), at.z()) >= 0;
      }
      return Optional.of(new RayHit(at, inside, Optional.empty()));
    }
  }

  /** Where it enters the box: behind the last of the three planes towards the eye. */
  final class OnBox implements RayTest {

    private final PointMm centre;
    private final PointMm half;

    OnBox(TargetShape.Box box) {
      centre = box.centre();
      half = box.size().times(0.5);
    }

    @Override
    public Optional<RayHit> meets(Ray ray) {
      double x = centre.x() - ray.eyeX;
      double y = centre.y() - ray.eyeY;
      double z = centre.z() - ray.eyeZ;
      // Division by 0 gives infinities of the right signs; on the plane itself it gives no number,
      // which no comparison below takes.
      double enters =
          Math.max(
              0,
              Math.max(
                  nearer(x, half.x(), ray.x),
                  Math.max(nearer(y, half.y(), ray.y), nearer(z, half.z(), ray.z))));
      double leaves =
          Math.min(
              Ray.FARTHEST_MM,
              Math.min(
                  farther(x, half.x(), ray.x),
                  Math.min(farther(y, half.y(), ray.y), farther(z, half.z(), ray.z))));
      return enters > 0 && enters <= leaves
          ? Optional.of(new RayHit(ray.at(enters), true, Optional.empty()))
          : Optional.empty();
    }

    private static double nearer(double middle, double half, double along) {
      return Math.min((middle - half) / along, (middle + half) / along);
    }

    private static double farther(double middle, double half, double along) {
      return Math.max((middle - half) / along, (middle + half) / along);
    }
  }
}
