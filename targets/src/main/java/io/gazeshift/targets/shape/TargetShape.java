package io.gazeshift.targets.shape;

import io.gazeshift.protocol.Gaze;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The geometry of one target, in the camera's axes: x right in the image, y down, z away from the
 * camera, in millimetres.
 */
public sealed interface TargetShape {

  /** What a radius is measured in. */
  enum Unit {
    /** As seen from the face. */
    DEGREES,
    /** At the target. */
    MILLIMETRES
  }

  /** How configuration calls it. */
  String kind();

  /** What an eye at this place sees of it. */
  Outline seenFrom(PointMm eye);

  /**
   * A screen; seen from its front alone.
   *
   * @param pixels its resolution; empty where gaze in pixels is not wanted
   */
  record Screen(ScreenPlace place, Optional<PixelSize> pixels) implements TargetShape {

    @Override
    public String kind() {
      return "screen";
    }

    @Override
    public Outline seenFrom(PointMm eye) {
      return isSeenFromFront(eye) ? new Outline.Facets(List.of(corners())) : Outline.Facets.NOTHING;
    }

    public boolean isSeenFromFront(PointMm eye) {
      return eye.minus(place.topLeft()).dot(place.normal()) > 0;
    }

    /** From the top left on, clockwise as the person sees it. */
    public List<PointMm> corners() {
      return List.of(place.topLeft(), place.topRight(), place.bottomRight(), place.at(0, 1));
    }
  }

  /**
   * Round, and always facing the eye: a mirror, a button, a thing of which little more than the
   * place is known.
   */
  record Disc(PointMm centre, double radius, Unit unit) implements TargetShape {

    /** A cone stays narrower than a hemisphere. */
    private static final double MOST_RAD = Math.toRadians(89);

    public Disc {
      double most = unit == Unit.DEGREES ? 90 : 1e6;
      if (!(radius > 0 && radius <= most)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "a radius of %s %s; give one above 0 and up to %.0f",
                radius,
                unit == Unit.DEGREES ? "degrees" : "mm",
                most));
      }
    }

    @Override
    public String kind() {
      return "disc";
    }

    @Override
    public Outline seenFrom(PointMm eye) {
      PointMm sight = centre.minus(eye);
      double distance = sight.length();
      if (!(distance > 0)) {
        return Outline.Facets.NOTHING;
      }
      double radiusRad =
          unit == Unit.DEGREES ? Math.toRadians(radius) : Math.atan(radius / distance);
      return new Outline.Cone(sight.unit(), Math.min(radiusRad, MOST_RAD), distance);
    }
  }

  /** Flat and convex, seen from both sides. */
  record Polygon(List<PointMm> corners) implements TargetShape {

    private static final int MOST_CORNERS = 16;

    /**
     * How far a measured corner may be off the plane or dent the outline, as a share of the size.
     */
    private static final double TOLERANCE = 0.05;

    public Polygon {
      corners = List.copyOf(corners);
      if (corners.size() < 3 || corners.size() > MOST_CORNERS) {
        throw new IllegalArgumentException(
            "%d corners; a polygon has 3 to %d, with '/' between them"
                .formatted(corners.size(), MOST_CORNERS));
      }
      requireFlatAndConvex(corners);
    }

    private static void requireFlatAndConvex(List<PointMm> corners) {
      PointMm origin = corners.get(0);
      PointMm twiceArea = new PointMm(0, 0, 0);
      double size = 0;
      for (int i = 0; i < corners.size(); i++) {
        PointMm from = corners.get(i).minus(origin);
        PointMm to = corners.get((i + 1) % corners.size()).minus(origin);
        twiceArea = twiceArea.plus(from.cross(to));
        size = Math.max(size, from.length());
      }
      // Written so that NaN is rejected. A hundredth of the size squared is a sliver.
      if (!(twiceArea.length() > 0.01 * size * size)) {
        throw new IllegalArgumentException(
            "the corners lie on a line or cross over; go round the outline, in millimetres");
      }
      PointMm normal = twiceArea.unit();
      double turns = 0;
      for (int i = 0; i < corners.size(); i++) {
        PointMm here = corners.get(i);
        PointMm next = corners.get((i + 1) % corners.size());
        PointMm afterNext = corners.get((i + 2) % corners.size());
        double offMm = Math.abs(here.minus(origin).dot(normal));
        if (offMm > TOLERANCE * size) {
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "corner %d is %.0f mm off the plane of the others; measure it again, or describe"
                      + " the thing by a box",
                  i + 1,
                  offMm));
        }
        PointMm side = next.minus(here);
        PointMm following = afterNext.minus(next);
        double turn = side.cross(following).dot(normal);
        if (turn < -TOLERANCE * side.length() * following.length()) {
          throw new IllegalArgumentException(
              "corner %d bends inwards, so the polygon is not convex; leave it out, or describe the thing as two targets"
                  .formatted((i + 1) % corners.size() + 1));
        }
        turns += Math.atan2(turn, side.dot(following));
      }
      if (turns > 3 * Math.PI) {
        throw new IllegalArgumentException(
            "the outline goes round more than once; give each corner once, going round");
      }
    }

    @Override
    public String kind() {
      return "polygon";
    }

    @Override
    public Outline seenFrom(PointMm eye) {
      return new Outline.Facets(List.of(corners));
    }
  }

  /** A cuboid with sides along the camera's axes. */
  record Box(PointMm centre, PointMm size) implements TargetShape {

    public Box {
      if (!(size.x() > 0 && size.y() > 0 && size.z() > 0)) {
        throw new IllegalArgumentException(
            "a size of %s x %s x %s mm; a box needs three sizes above 0, along x, y and z"
                .formatted(size.x(), size.y(), size.z()));
      }
    }

    @Override
    public String kind() {
      return "box";
    }

    /** The sides that face the eye do not hide each other, because a box is convex. */
    @Override
    public Outline seenFrom(PointMm eye) {
      PointMm from = eye.minus(centre);
      PointMm x = new PointMm(size.x() / 2, 0, 0);
      PointMm y = new PointMm(0, size.y() / 2, 0);
      PointMm z = new PointMm(0, 0, size.z() / 2);
      List<List<PointMm>> facets = new ArrayList<>(3);
      addIfSeen(facets, from.x(), x, y, z);
      addIfSeen(facets, from.y(), y, z, x);
      addIfSeen(facets, from.z(), z, x, y);
      return new Outline.Facets(facets);
    }

    private void addIfSeen(
        List<List<PointMm>> facets, double eyeAlong, PointMm half, PointMm across, PointMm along) {
      if (Math.abs(eyeAlong) > half.length()) {
        PointMm middle = centre.plus(half.times(Math.signum(eyeAlong)));
        facets.add(
            List.of(
                middle.minus(across).minus(along),
                middle.plus(across).minus(along),
                middle.plus(across).plus(along),
                middle.minus(across).plus(along)));
      }
    }

    public boolean contains(PointMm place) {
      PointMm from = place.minus(centre);
      return Math.abs(from.x()) <= size.x() / 2
          && Math.abs(from.y()) <= size.y() / 2
          && Math.abs(from.z()) <= size.z() / 2;
    }
  }

  /** So far away that it does not matter where the face is: the road, the sky. */
  record Direction(Gaze gaze, double radiusDeg) implements TargetShape {

    public Direction {
      if (!(Math.abs(gaze.pitchDeg()) < 90 && Math.abs(gaze.yawDeg()) < 180)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "a pitch of %.1f and a yaw of %.1f degrees; give a pitch within ±90 and a yaw within"
                    + " ±180",
                gaze.pitchDeg(),
                gaze.yawDeg()));
      }
      if (!(radiusDeg > 0 && radiusDeg <= 60)) {
        throw new IllegalArgumentException(
            "a radius of %s degrees; give one above 0 and up to 60".formatted(radiusDeg));
      }
    }

    @Override
    public String kind() {
      return "direction";
    }

    @Override
    public Outline seenFrom(PointMm eye) {
      double[] axis = gaze.vector();
      return new Outline.Cone(
          new PointMm(axis[0], axis[1], axis[2]),
          Math.toRadians(radiusDeg),
          Double.POSITIVE_INFINITY);
    }
  }
}
