package io.gazeshift.targets.shape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is wrong with targets as people see them: most often a wrong sign or corners in the wrong
 * order. Each finding names the target and the remedy.
 */
public final class TargetFindings {

  private static final double NEAREST_MM = 50;

  /**
   * From the camera. Beyond a right angle, because heads are not exactly where they are said to be.
   */
  private static final double FARTHEST_DEG = 120;

  /** A thing seen flatter than this cannot be told from an edge. */
  private static final double EDGE_ON_RAD = Math.toRadians(2);

  private TargetFindings() {}

  /** Names that occur twice. */
  public static List<String> ofNames(List<Target> targets) {
    List<String> findings = new ArrayList<>();
    Map<String, String> byKey = new HashMap<>();
    for (Target target : targets) {
      String earlier = byKey.putIfAbsent(Target.key(target.name()), target.name());
      if (earlier != null) {
        findings.add(
            "'%s' is the name of two targets%s; rename one"
                .formatted(
                    target.name(),
                    earlier.equals(target.name())
                        ? ""
                        : " (case and '_' or '-' do not tell '%s' apart)".formatted(earlier)));
      }
    }
    return findings;
  }

  /** What is wrong with one target for people whose head is there. */
  public static List<String> of(Target target, PointMm head) {
    List<String> findings = new ArrayList<>();
    if (target.shape() instanceof TargetShape.Screen screen && !screen.isSeenFromFront(head)) {
      findings.add(
          "'%s' shows its back to people at %s; give the corners as they see them (their right is the smaller x), or turn the normal"
              .formatted(target.name(), text(head)));
      return findings;
    }
    if (target.shape() instanceof TargetShape.Box box && box.contains(head)) {
      findings.add(
          "'%s' contains the people at %s; check its centre and size"
              .formatted(target.name(), text(head)));
      return findings;
    }
    Outline outline = target.shape().seenFrom(head);
    if (outline instanceof Outline.Cone cone) {
      requireNotTooNear(target, cone.distanceMm(), findings);
      requireAhead(target, cone.axis(), head, findings);
    } else if (outline instanceof Outline.Facets facets) {
      PointMm middle = middle(facets, head);
      requireNotTooNear(target, middle.minus(head).length(), findings);
      requireAhead(target, middle.minus(head), head, findings);
      if (facets.facets().stream().allMatch(facet -> isEdgeOn(facet, head))) {
        findings.add(
            "'%s' is seen edge-on by people at %s; check its corners, or describe it by a box"
                .formatted(target.name(), text(head)));
      }
    }
    return findings;
  }

  private static void requireNotTooNear(Target target, double distanceMm, List<String> findings) {
    if (distanceMm < NEAREST_MM) {
      findings.add(
          String.format(
              Locale.ROOT,
              "'%s' is %.0f mm from the people's heads; give its place in millimetres from the"
                  + " camera, and the heads' distance as distance-mm",
              target.name(),
              distanceMm));
    }
  }

  private static void requireAhead(
      Target target, PointMm sight, PointMm head, List<String> findings) {
    double angleDeg = Math.toDegrees(sight.angleToRad(head.times(-1)));
    if (angleDeg > FARTHEST_DEG) {
      findings.add(
          String.format(
              Locale.ROOT,
              "'%s' is behind people at %s, %.0f degrees from the camera, where their eyes are not"
                  + " seen; check the sign of %s",
              target.name(),
              text(head),
              angleDeg,
              target.shape() instanceof TargetShape.Direction
                  ? "yaw"
                  : "z, which is below 0 behind the camera"));
    }
  }

  private static boolean isEdgeOn(List<PointMm> facet, PointMm head) {
    PointMm normal = facet.get(1).minus(facet.get(0)).cross(facet.get(2).minus(facet.get(0)));
    PointMm sight = facet.get(0).minus(head);
    return Math.abs(Math.PI / 2 - sight.angleToRad(normal)) < EDGE_ON_RAD;
  }

  private static PointMm middle(Outline.Facets facets, PointMm head) {
    PointMm sum = new PointMm(0, 0, 0);
    int count = 0;
    for (List<PointMm> facet : facets.facets()) {
      for (PointMm corner : facet) {
        sum = sum.plus(corner);
        count++;
      }
    }
    return count == 0 ? head : sum.times(1.0 / count);
  }

  private static String text(PointMm at) {
    return String.format(Locale.ROOT, "%.0f %.0f %.0f", at.x(), at.y(), at.z());
  }
}
