package io.gazeshift.targets.draw;

import io.gazeshift.targets.draw.Svg.Spot;
import io.gazeshift.targets.shape.Outline;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A view without perspective, to scale in millimetres. What is far away is an arrow. */
final class PlanView {

  /** From the camera; what is farther would make everything else tiny. */
  private static final double FARTHEST_MM = 3000;

  private static final double MARGIN = 40;

  private final Svg svg;
  private final Panel panel;
  private final List<Target> targets;
  private final PointMm head;
  private final ToDoubleFunction<PointMm> across;
  private final ToDoubleFunction<PointMm> down;
  private double left = Double.POSITIVE_INFINITY;
  private double top = Double.POSITIVE_INFINITY;
  private double right = Double.NEGATIVE_INFINITY;
  private double bottom = Double.NEGATIVE_INFINITY;

  private PlanView(
      Svg svg,
      Panel panel,
      List<Target> targets,
      PointMm head,
      ToDoubleFunction<PointMm> across,
      ToDoubleFunction<PointMm> down) {
    this.svg = svg;
    this.panel = panel;
    this.targets = targets;
    this.head = head;
    this.across = across;
    this.down = down;
  }

  /** The people are above, as on a map that one looks at from behind the camera. */
  static PlanView fromAbove(Svg svg, Panel panel, List<Target> targets, PointMm head) {
    return new PlanView(svg, panel, targets, head, PointMm::x, at -> -at.z());
  }

  static PlanView fromTheSide(Svg svg, Panel panel, List<Target> targets, PointMm head) {
    return new PlanView(svg, panel, targets, head, PointMm::z, PointMm::y);
  }

  void draw() {
    PointMm camera = new PointMm(0, 0, 0);
    include(camera);
    include(head);
    targets.forEach(
        target -> outline(target).stream().flatMap(List::stream).forEach(this::include));
    grid();
    for (int i = 0; i < targets.size(); i++) {
      target(targets.get(i), TargetDrawing.colour(i));
    }
    svg.circle(spot(camera), 5, "fill:#222");
    svg.text(shifted(spot(camera), 8, 14), "camera", TargetDrawing.LABEL);
    svg.circle(spot(head), 9, "fill:#fc9;stroke:#222");
    svg.text(shifted(spot(head), 12, 4), "head", TargetDrawing.LABEL);
  }

  private void target(Target target, String colour) {
    List<List<PointMm>> faces = outline(target);
    if (faces.isEmpty()) {
      SeenSize.of(target.shape(), head).ifPresent(seen -> arrow(target, seen, colour));
      return;
    }
    for (List<PointMm> face : faces) {
      svg.polygon(
          face.stream().map(this::spot).toList(),
          "fill:%s;fill-opacity:0.2;stroke:%s;stroke-width:2".formatted(colour, colour));
    }
    PointMm middle =
        faces.get(0).stream()
            .reduce(new PointMm(0, 0, 0), PointMm::plus)
            .times(1.0 / faces.get(0).size());
    svg.line(spot(head), spot(middle), "stroke:%s;stroke-dasharray:3 4".formatted(colour));
    svg.text(shifted(spot(middle), 6, -6), target.name(), "fill:" + colour);
  }

  /** Towards something far away, or without a place. */
  private void arrow(Target target, SeenSize seen, String colour) {
    double[] along = seen.gaze().vector();
    double length = 0.25 * Math.max(right - left, bottom - top);
    PointMm tip = head.plus(new PointMm(along[0], along[1], along[2]).times(length));
    svg.line(spot(head), spot(tip), "stroke:%s;stroke-width:3".formatted(colour));
    svg.circle(spot(tip), 4, "fill:" + colour);
    svg.text(shifted(spot(tip), 6, -6), target.name() + " (far away)", "fill:" + colour);
  }

  /** What is near of a target; a disc faces the head. */
  private List<List<PointMm>> outline(Target target) {
    Outline outline = target.shape().seenFrom(head);
    if (outline instanceof Outline.Facets facets) {
      return facets.facets().stream()
          .filter(face -> face.stream().allMatch(at -> at.length() <= FARTHEST_MM))
          .toList();
    }
    Outline.Cone cone = (Outline.Cone) outline;
    PointMm centre = head.plus(cone.axis().times(cone.distanceMm()));
    if (!(centre.length() <= FARTHEST_MM)) {
      return List.of();
    }
    double radius = cone.distanceMm() * Math.tan(cone.radiusRad());
    PointMm aside = cone.axis().cross(new PointMm(0, 1, 0.01)).unit();
    PointMm up = cone.axis().cross(aside);
    List<PointMm> ring = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      double angle = 2 * Math.PI * i / 24;
      ring.add(
          centre
              .plus(aside.times(radius * Math.cos(angle)))
              .plus(up.times(radius * Math.sin(angle))));
    }
    return List.of(ring);
  }

  private void grid() {
    double span = Math.max(right - left, bottom - top);
    double step = span > 3000 ? 1000 : span > 1200 ? 500 : 100;
    for (double at = Math.ceil(left / step) * step; at <= right; at += step) {
      svg.line(place(at, top), place(at, bottom), TargetDrawing.FAINT);
    }
    for (double at = Math.ceil(top / step) * step; at <= bottom; at += step) {
      svg.line(place(left, at), place(right, at), TargetDrawing.FAINT);
    }
    svg.text(
        new Spot(panel.x() + 6, panel.y() + panel.height() - 6),
        "grid: %d mm".formatted((int) step),
        TargetDrawing.LABEL);
  }

  private void include(PointMm at) {
    left = Math.min(left, across.applyAsDouble(at) - 50);
    right = Math.max(right, across.applyAsDouble(at) + 50);
    top = Math.min(top, down.applyAsDouble(at) - 50);
    bottom = Math.max(bottom, down.applyAsDouble(at) + 50);
  }

  private Spot spot(PointMm at) {
    return place(across.applyAsDouble(at), down.applyAsDouble(at));
  }

  private Spot place(double x, double y) {
    double scale =
        Math.min(
            (panel.width() - 2 * MARGIN) / (right - left),
            (panel.height() - 2 * MARGIN) / (bottom - top));
    return new Spot(
        panel.x() + panel.width() / 2 + scale * (x - (left + right) / 2),
        panel.y() + panel.height() / 2 + scale * (y - (top + bottom) / 2));
  }

  private static Spot shifted(Spot spot, double x, double y) {
    return new Spot(spot.x() + x, spot.y() + y);
  }
}
