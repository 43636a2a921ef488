package io.gazeshift.targets.draw;

import io.gazeshift.targets.draw.Svg.Spot;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.util.List;

/**
 * The camera's picture with an arrow for each target, from the head the way the eyes turn. Most
 * targets are beside or behind the camera, so they are not in the picture themselves.
 */
final class PictureView {

  private static final double ARROW = 0.4;

  private final Svg svg;
  private final Panel panel;
  private final List<Target> targets;
  private final PointMm head;

  PictureView(Svg svg, Panel panel, List<Target> targets, PointMm head) {
    this.svg = svg;
    this.panel = panel;
    this.targets = targets;
    this.head = head;
  }

  void draw(CameraPicture picture) {
    svg.image(new Spot(panel.x(), panel.y()), panel.width(), panel.height(), picture.dataUri());
    double scale = panel.width() / picture.width();
    double arrow = ARROW * Math.min(panel.width(), panel.height());
    Spot from =
        new Spot(
            panel.x() + panel.width() / 2 + scale * picture.focalPx() * head.x() / head.z(),
            panel.y() + panel.height() / 2 + scale * picture.focalPx() * head.y() / head.z());
    for (int i = 0; i < targets.size(); i++) {
      String colour = TargetDrawing.colour(i);
      String name = targets.get(i).name();
      SeenSize.of(targets.get(i).shape(), head)
          .ifPresent(
              seen -> {
                double[] along = seen.gaze().vector();
                Spot tip = new Spot(from.x() + arrow * along[0], from.y() + arrow * along[1]);
                svg.line(from, tip, "stroke:%s;stroke-width:3".formatted(colour));
                svg.circle(tip, 5, "fill:" + colour);
                svg.text(
                    new Spot(tip.x() + 8, tip.y() + 4),
                    name,
                    "fill:%s;stroke:white;stroke-width:3;paint-order:stroke".formatted(colour));
              });
    }
  }
}
