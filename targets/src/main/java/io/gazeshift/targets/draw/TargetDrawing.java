package io.gazeshift.targets.draw;

import io.gazeshift.targets.draw.Svg.Spot;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.util.List;
import java.util.Optional;

/**
 * The targets of a domain from above, from the side and as the person sees them, and, on a picture
 * of the camera, which way the person turns for each.
 */
public final class TargetDrawing {

  static final String LABEL = "fill:#222";
  static final String FAINT = "stroke:#ccc;stroke-width:1";

  private static final double WIDTH = 1160;
  private static final double PANEL_HEIGHT = 420;
  private static final double GAP = 20;
  private static final String HEADING = "font-size:15px;font-weight:bold;fill:#222";

  private static final List<String> COLOURS =
      List.of(
          "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2",
          "#7f7f7f", "#bcbd22");

  private final String domain;
  private final List<Target> targets;
  private final PointMm head;

  public TargetDrawing(String domain, List<Target> targets, PointMm head) {
    this.domain = domain;
    this.targets = List.copyOf(targets);
    this.head = head;
  }

  /** The whole drawing, as an SVG document. */
  public String svg(Optional<CameraPicture> picture) {
    Svg svg = new Svg();
    double half = (WIDTH - 3 * GAP) / 2;
    svg.text(new Spot(GAP, 28), "Targets of domain " + domain, HEADING);
    Panel top =
        panel(svg, GAP, 50, half, "From above: x right in the image, z away from the camera");
    Panel side =
        panel(svg, 2 * GAP + half, 50, half, "From the side: z away from the camera, y down");
    double second = 50 + PANEL_HEIGHT + 2 * GAP;
    Panel seen =
        panel(svg, GAP, second, WIDTH - 2 * GAP, "As the person sees it: degrees of yaw and pitch");
    PlanView.fromAbove(svg, top, targets, head).draw();
    PlanView.fromTheSide(svg, side, targets, head).draw();
    new PersonView(svg, seen, targets, head).draw();
    double bottom = second + PANEL_HEIGHT + GAP;
    if (picture.isPresent()) {
      double height = (WIDTH - 2 * GAP) * picture.get().height() / picture.get().width();
      svg.text(
          new Spot(GAP, bottom + GAP),
          "The camera's picture: which way the eyes turn for each target",
          HEADING);
      Panel frame = new Panel(GAP, bottom + 30, WIDTH - 2 * GAP, height);
      new PictureView(svg, frame, targets, head).draw(picture.get());
      bottom += height + 30 + GAP;
    }
    return svg.document(WIDTH, bottom);
  }

  static String colour(int index) {
    return COLOURS.get(index % COLOURS.size());
  }

  private static Panel panel(Svg svg, double x, double y, double width, String heading) {
    svg.text(new Spot(x, y + 10), heading, HEADING);
    Panel panel = new Panel(x, y + GAP, width, PANEL_HEIGHT - GAP);
    svg.polygon(
        List.of(
            new Spot(panel.x(), panel.y()),
            new Spot(panel.x() + panel.width(), panel.y()),
            new Spot(panel.x() + panel.width(), panel.y() + panel.height()),
            new Spot(panel.x(), panel.y() + panel.height())),
        "fill:none;stroke:#999");
    return panel;
  }
}
