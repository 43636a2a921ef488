package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.TargetShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How eyes see one target. What does not depend on the eye is computed once; what is out of reach
 * is noticed early. Immutable.
 */
interface Sight {

  /** What the eye sees of it; null for nothing, or for nothing within reach of the gaze. */
  @Nullable SeenTarget from(PointMm eye, AngularNormal gaze);

  static Sight of(int index, TargetShape shape) {
    if (shape instanceof TargetShape.Disc disc) {
      return new OfDisc(index, disc);
    }
    if (shape instanceof TargetShape.Direction direction) {
      return new OfDirection(index, direction);
    }
    if (shape instanceof TargetShape.Box box) {
      return new OfBox(index, box);
    }
    if (shape instanceof TargetShape.Screen screen) {
      return new OfFace(index, screen.corners(), true);
    }
    return new OfFace(index, ((TargetShape.Polygon) shape).corners(), false);
  }

  /** Seen as a cone. */
  final class OfDisc implements Sight {

    /** A cone stays narrower than a hemisphere. */
    private static final double MOST_TANGENT = Math.tan(Math.toRadians(89));

    private final int index;
    private final TargetShape.Disc disc;
    private final double tangentOfDegrees;

    OfDisc(int index, TargetShape.Disc disc) {
      this.index = index;
      this.disc = disc;
      this.tangentOfDegrees = Math.tan(Math.toRadians(Math.min(89, disc.radius())));
    }

    @Override
    public @Nullable SeenTarget from(PointMm eye, AngularNormal gaze) {
      double x = disc.centre().x() - eye.x();
      double y = disc.centre().y() - eye.y();
      double z = disc.centre().z() - eye.z();
      double distance = Math.sqrt(x * x + y * y + z * z);
      if (!(distance > 0)) {
        return null;
      }
      double tangent =
          disc.unit() == TargetShape.Unit.DEGREES
              ? tangentOfDegrees
              : Math.min(MOST_TANGENT, disc.radius() / distance);
      double cosine = 1 / Math.sqrt(1 + tangent * tangent);
      if (!gaze.reaches(x / distance, y / distance, z / distance, cosine, tangent * cosine)) {
        return null;
      }
      double[] axis = {x / distance, y / distance, z / distance};
      return SeenTarget.ofCone(index, axis, Math.atan(tangent), distance);
    }
  }

  /** Seen the same from everywhere. */
  final class OfDirection implements Sight {

    private final SeenTarget seen;

    OfDirection(int index, TargetShape.Direction direction) {
      seen =
          SeenTarget.ofCone(
              index,
              direction.gaze().vector(),
              Math.toRadians(direction.radiusDeg()),
              Double.POSITIVE_INFINITY);
    }

    @Override
    public @Nullable SeenTarget from(PointMm eye, AngularNormal gaze) {
      return seen.isWithinReach(gaze) ? seen : null;
    }
  }

  /** A screen, from its front alone, or a polygon. */
  final class OfFace implements Sight {

    private final int index;
    private final List<double[]> face;
    private final PointMm first;
    private final PointMm front;
    private final boolean frontAlone;
    private final Ball around;

    OfFace(int index, List<PointMm> corners, boolean frontAlone) {
      this.index = index;
      this.face = List.of(flat(corners));
      this.first = corners.get(0);
      // Corners go clockwise as the person sees them.
      this.front = corners.get(2).minus(corners.get(1)).cross(corners.get(1).minus(first));
      this.frontAlone = frontAlone;
      this.around = Ball.around(corners);
    }

    @Override
    public @Nullable SeenTarget from(PointMm eye, AngularNormal gaze) {
      if (!around.isWithinReach(eye, gaze) || (frontAlone && !isInFront(eye))) {
        return null;
      }
      return SeenTarget.ofFaces(index, face, eye, gaze);
    }

    private boolean isInFront(PointMm eye) {
      return front.x() * (eye.x() - first.x())
              + front.y() * (eye.y() - first.y())
              + front.z() * (eye.z() - first.z())
          > 0;
    }
  }

  /** The sides that face the eye do not hide each other, because a box is convex. */
  final class OfBox implements Sight {

    private final int index;
    private final PointMm centre;
    private final PointMm half;

    /** Along x, y and z: the one towards smaller numbers, then the other. */
    private final List<List<double[]>> sides;

    private final Ball around;

    OfBox(int index, TargetShape.Box box) {
      this.index = index;
      this.centre = box.centre();
      this.half = box.size().times(0.5);
      PointMm x = new PointMm(half.x(), 0, 0);
      PointMm y = new PointMm(0, half.y(), 0);
      PointMm z = new PointMm(0, 0, half.z());
      this.sides = List.of(pair(x, y, z), pair(y, z, x), pair(z, x, y));
      this.around = new Ball(centre, half.length());
    }

    private List<double[]> pair(PointMm towards, PointMm across, PointMm along) {
      return List.of(
          side(centre.minus(towards), across, along), side(centre.plus(towards), across, along));
    }

    private static double[] side(PointMm middle, PointMm across, PointMm along) {
      return flat(
          List.of(
              middle.minus(across).minus(along),
              middle.plus(across).minus(along),
              middle.plus(across).plus(along),
              middle.minus(across).plus(along)));
    }

    @Override
    public @Nullable SeenTarget from(PointMm eye, AngularNormal gaze) {
      if (!around.isWithinReach(eye, gaze)) {
        return null;
      }
      List<double[]> seen = new ArrayList<>(3);
      addSeen(seen, sides.get(0), eye.x() - centre.x(), half.x());
      addSeen(seen, sides.get(1), eye.y() - centre.y(), half.y());
      addSeen(seen, sides.get(2), eye.z() - centre.z(), half.z());
      return SeenTarget.ofFaces(index, seen, eye, gaze);
    }

    private static void addSeen(
        List<double[]> seen, List<double[]> pair, double eyeMm, double halfMm) {
      if (Math.abs(eyeMm) > halfMm) {
        seen.add(pair.get(eyeMm < 0 ? 0 : 1));
      }
    }
  }

  /** A sphere around something. */
  record Ball(PointMm middle, double radiusMm) {

    static Ball around(List<PointMm> corners) {
      PointMm mean =
          corners.stream().reduce(new PointMm(0, 0, 0), PointMm::plus).times(1.0 / corners.size());
      return new Ball(
          mean, corners.stream().mapToDouble(at -> at.minus(mean).length()).max().orElse(0));
    }

    /** Whether the gaze may meet it. */
    boolean isWithinReach(PointMm eye, AngularNormal gaze) {
      double x = middle.x() - eye.x();
      double y = middle.y() - eye.y();
      double z = middle.z() - eye.z();
      double distance = Math.sqrt(x * x + y * y + z * z);
      if (distance <= radiusMm) {
        return true;
      }
      double sine = radiusMm / distance;
      return gaze.reaches(
          x / distance, y / distance, z / distance, Math.sqrt(1 - sine * sine), sine);
    }
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
