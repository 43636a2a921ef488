package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.PointMm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One target as one eye sees it: what it covers of the sphere of directions, and how far it is. */
final class SeenTarget {

  /** Corners of the polygon that stands for a cone where it overlaps other things. */
  private static final int CONE_CORNERS = 16;

  /** Distances that differ by less are the same: a display lies on its dashboard. */
  private static final double SAME_DISTANCE = 0.01;

  private static final UnitCircle CIRCLE = UnitCircle.ofCorners(CONE_CORNERS);

  private final int index;
  private final double[] axis;
  private final double cosRadius;
  private final double sinRadius;
  private final double coneRadius;
  private final double coneDistanceMm;
  private final @Nullable List<Facet> facets;

  /** Made when first needed; immutable, so threads that share a direction may each make them. */
  private @Nullable List<SphericalPolygon> polygons;

  /** A flat face, with the normal that tells how far it is in a direction. */
  private record Facet(SphericalPolygon polygon, double[] normal, double offset) {

    double distance(double[] direction) {
      double along = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
      return offset / along;
    }

    boolean covers(double[] direction) {
      return polygon.contains(direction[0], direction[1], direction[2]);
    }
  }

  private SeenTarget(int index, double[] axis, double coneRadius, double coneDistanceMm) {
    this.index = index;
    this.axis = axis;
    this.cosRadius = Math.cos(coneRadius);
    this.sinRadius = Math.sin(coneRadius);
    this.coneRadius = coneRadius;
    this.coneDistanceMm = coneDistanceMm;
    this.facets = null;
  }

  private SeenTarget(int index, double[] axis, List<Facet> facets) {
    this.index = index;
    this.axis = axis;
    this.cosRadius = cosRadius(facets, axis);
    this.sinRadius = Math.sqrt(1 - cosRadius * cosRadius);
    this.coneRadius = Double.NaN;
    this.coneDistanceMm = Double.NaN;
    this.facets = facets;
  }

  /**
   * Everything within an angle of a direction.
   *
   * @param axis of length 1
   * @param distanceMm infinite for a direction
   */
  static SeenTarget ofCone(int index, double[] axis, double radius, double distanceMm) {
    return new SeenTarget(index, axis, radius, distanceMm);
  }

  /**
   * Null where the eye sees nothing of it, or nothing within reach of the gaze.
   *
   * @param faces x y z of the corners of each
   */
  static @Nullable SeenTarget ofFaces(
      int index, List<double[]> faces, PointMm eye, AngularNormal gaze) {
    List<Facet> facets = new ArrayList<>(faces.size());
    for (double[] corners : faces) {
      Facet facet = facet(corners, eye);
      if (facet != null) {
        facets.add(facet);
      }
    }
    if (facets.isEmpty()) {
      return null;
    }
    SeenTarget seen = new SeenTarget(index, axis(facets), facets);
    return seen.isWithinReach(gaze) ? seen : null;
  }

  int index() {
    return index;
  }

  /** Whether any of it is within reach of the gaze. */
  boolean isWithinReach(AngularNormal gaze) {
    return gaze.reaches(axis[0], axis[1], axis[2], cosRadius, sinRadius);
  }

  /** The probability of all of it, hidden or not. */
  double probability(AngularNormal gaze) {
    if (facets == null) {
      return gaze.ofCone(gaze.angleTo(axis[0], axis[1], axis[2]), coneRadius);
    }
    double sum = 0;
    for (Facet facet : facets) {
      sum += gaze.ofPolygon(facet.polygon());
    }
    return sum;
  }

  /** What it covers, as polygons; a cone is approximated by one. */
  List<SphericalPolygon> polygons() {
    List<SphericalPolygon> made = polygons;
    if (made == null) {
      made =
          facets == null
              ? List.of(SphericalPolygon.around(axis, sinRadius / cosRadius, CIRCLE))
              : facets.stream().map(Facet::polygon).toList();
      polygons = made;
    }
    return made;
  }

  boolean mayOverlap(SeenTarget other) {
    double dot = axis[0] * other.axis[0] + axis[1] * other.axis[1] + axis[2] * other.axis[2];
    // The cosine of the sum of the radii.
    double touching = cosRadius * other.cosRadius - sinRadius * other.sinRadius;
    return dot > touching && mayReach(other) && other.mayReach(this);
  }

  /** Whether any of its faces reaches into the circle around the other one. */
  private boolean mayReach(SeenTarget other) {
    if (facets == null || other.cosRadius <= 0) {
      return true;
    }
    for (Facet facet : facets) {
      if (facet.polygon().mayReach(other.axis, other.sinRadius)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether this one hides the other in a direction in which both are seen. Of two that are equally
   * far the smaller one lies on the larger. Exactly one of two hides the other.
   */
  boolean hides(SeenTarget other, double[] direction) {
    double own = distance(direction);
    double others = other.distance(direction);
    boolean same = own == others || Math.abs(own - others) <= SAME_DISTANCE * Math.min(own, others);
    if (!same) {
      return own < others;
    }
    // The smaller the radius, the larger its cosine.
    return cosRadius == other.cosRadius ? index < other.index : cosRadius > other.cosRadius;
  }

  private double distance(double[] direction) {
    if (facets == null) {
      double along = axis[0] * direction[0] + axis[1] * direction[1] + axis[2] * direction[2];
      return coneDistanceMm / along;
    }
    double nearest = Double.POSITIVE_INFINITY;
    for (Facet facet : facets) {
      double distance = facet.distance(direction);
      if (distance > 0 && distance < nearest && (facets.size() == 1 || facet.covers(direction))) {
        nearest = distance;
      }
    }
    return nearest;
  }

  private static @Nullable Facet facet(double[] c, PointMm eye) {
    SphericalPolygon polygon = SphericalPolygon.seen(c, eye.x(), eye.y(), eye.z());
    if (polygon == null) {
      return null;
    }
    int last = c.length - 3;
    double ax = c[3] - c[0];
    double ay = c[4] - c[1];
    double az = c[5] - c[2];
    double bx = c[last] - c[0];
    double by = c[last + 1] - c[1];
    double bz = c[last + 2] - c[2];
    double[] normal = {ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx};
    double offset =
        normal[0] * (c[0] - eye.x()) + normal[1] * (c[1] - eye.y()) + normal[2] * (c[2] - eye.z());
    return new Facet(polygon, normal, offset);
  }

  private static double[] axis(List<Facet> facets) {
    if (facets.size() == 1) {
      return facets.get(0).polygon().middle();
    }
    double[] sum = new double[3];
    for (Facet facet : facets) {
      double[] middle = facet.polygon().middle();
      for (int k = 0; k < 3; k++) {
        sum[k] += middle[k];
      }
    }
    double length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    return new double[] {sum[0] / length, sum[1] / length, sum[2] / length};
  }

  private static double cosRadius(List<Facet> facets, double[] axis) {
    double least = 1;
    for (Facet facet : facets) {
      double[] v = facet.polygon().vertices();
      for (int i = 0; i < 3 * facet.polygon().size(); i += 3) {
        least = Math.min(least, v[i] * axis[0] + v[i + 1] * axis[1] + v[i + 2] * axis[2]);
      }
    }
    return Math.max(-1, least);
  }
}
