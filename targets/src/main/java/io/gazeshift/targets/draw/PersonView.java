package io.gazeshift.targets.draw;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.draw.Svg.Spot;
import io.gazeshift.targets.shape.Outline;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * What the person sees, by the angles of the gaze. Yaw above 0 is towards the image's left, which
 * is the person's right.
 */
final class PersonView {

  private static final double LEAST_DEG = 20;
  private static final double MOST_DEG = 120;
  private static final int STEPS = 8;

  private final Svg svg;
  private final Panel panel;
  private final List<Target> targets;
  private final PointMm head;
  private double yawDeg = LEAST_DEG;
  private double pitchDeg = LEAST_DEG;

  PersonView(Svg svg, Panel panel, List<Target> targets, PointMm head) {
    this.svg = svg;
    this.panel = panel;
    this.targets = targets;
    this.head = head;
  }

  void draw() {
    List<List<List<Gaze>>> outlines = targets.stream().map(this::outline).toList();
    outlines.forEach(faces -> faces.forEach(face -> face.forEach(this::include)));
    grid();
    for (int i = 0; i < outlines.size(); i++) {
      String colour = TargetDrawing.colour(i);
      for (List<Gaze> face : outlines.get(i)) {
        svg.polygon(
            face.stream().map(this::spot).toList(),
            "fill:%s;fill-opacity:0.2;stroke:%s;stroke-width:2".formatted(colour, colour));
      }
      String name = targets.get(i).name();
      SeenSize.of(targets.get(i).shape(), head)
          .ifPresent(seen -> svg.text(spot(seen.gaze()), name, "fill:" + colour));
    }
    PointMm towards = head.times(-1);
    Gaze camera = Gaze.along(towards.x(), towards.y(), towards.z());
    svg.circle(spot(camera), 5, "fill:#222");
    svg.text(new Spot(spot(camera).x() + 8, spot(camera).y() + 14), "camera", TargetDrawing.LABEL);
  }

  private List<List<Gaze>> outline(Target target) {
    Outline outline = target.shape().seenFrom(head);
    List<List<Gaze>> faces = new ArrayList<>();
    if (outline instanceof Outline.Cone cone) {
      PointMm aside = cone.axis().cross(new PointMm(0, 1, 0.01)).unit();
      PointMm up = cone.axis().cross(aside);
      List<Gaze> ring = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        double angle = 2 * Math.PI * i / 32;
        PointMm across = aside.times(Math.cos(angle)).plus(up.times(Math.sin(angle)));
        ring.add(
            gaze(
                cone.axis()
                    .times(Math.cos(cone.radiusRad()))
                    .plus(across.times(Math.sin(cone.radiusRad())))));
      }
      faces.add(ring);
    } else if (outline instanceof Outline.Facets facets) {
      for (List<PointMm> corners : facets.facets()) {
        List<Gaze> around = new ArrayList<>();
        for (int i = 0; i < corners.size(); i++) {
          PointMm from = corners.get(i).minus(head);
          PointMm to = corners.get((i + 1) % corners.size()).minus(head);
          for (int step = 0; step < STEPS; step++) {
            double share = (double) step / STEPS;
            around.add(gaze(from.times(1 - share).plus(to.times(share))));
          }
        }
        faces.add(around);
      }
    }
    return faces;
  }

  private void include(Gaze gaze) {
    yawDeg = Math.min(MOST_DEG, Math.max(yawDeg, Math.abs(gaze.yawDeg()) + 5));
    pitchDeg = Math.min(90, Math.max(pitchDeg, Math.abs(gaze.pitchDeg()) + 5));
  }

  private void grid() {
    for (int yaw = -120; yaw <= 120; yaw += 10) {
      if (Math.abs(yaw) <= yawDeg) {
        svg.line(place(yaw, -pitchDeg), place(yaw, pitchDeg), TargetDrawing.FAINT);
        svg.text(place(yaw, -pitchDeg), Integer.toString(yaw), TargetDrawing.LABEL);
      }
    }
    for (int pitch = -80; pitch <= 80; pitch += 10) {
      if (Math.abs(pitch) <= pitchDeg) {
        svg.line(place(-yawDeg, pitch), place(yawDeg, pitch), TargetDrawing.FAINT);
        svg.text(place(-yawDeg, pitch), Integer.toString(pitch), TargetDrawing.LABEL);
      }
    }
  }

  private Spot spot(Gaze gaze) {
    return place(gaze.yawDeg(), gaze.pitchDeg());
  }

  private Spot place(double yaw, double pitch) {
    double scale =
        Math.min((panel.width() - 60) / (2 * yawDeg), (panel.height() - 40) / (2 * pitchDeg));
    return new Spot(
        panel.x() + panel.width() / 2 + scale * yaw,
        panel.y() + panel.height() / 2 - scale * pitch);
  }

  private static Gaze gaze(PointMm along) {
    return Gaze.along(along.x(), along.y(), along.z());
  }
}
