package io.gazeshift.targets.draw;

import java.util.List;
import java.util.Locale;

/** Writes a drawing. Text is escaped, so names may contain anything. */
final class Svg {

  /** A place on the drawing. */
  record Spot(double x, double y) {}

  private final StringBuilder body = new StringBuilder();

  void line(Spot from, Spot to, String style) {
    body.append(
        String.format(
            Locale.ROOT,
            "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' style='%s'/>%n",
            from.x(),
            from.y(),
            to.x(),
            to.y(),
            style));
  }

  void polygon(List<Spot> corners, String style) {
    StringBuilder points = new StringBuilder();
    for (Spot corner : corners) {
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", corner.x(), corner.y()));
    }
    body.append("<polygon points='%s' style='%s'/>%n".formatted(points.toString().strip(), style));
  }

  void circle(Spot centre, double radius, String style) {
    body.append(
        String.format(
            Locale.ROOT,
            "<circle cx='%.1f' cy='%.1f' r='%.1f' style='%s'/>%n",
            centre.x(),
            centre.y(),
            radius,
            style));
  }

  void text(Spot at, String text, String style) {
    body.append(
        String.format(
            Locale.ROOT,
            "<text x='%.1f' y='%.1f' style='%s'>%s</text>%n",
            at.x(),
            at.y(),
            style,
            escaped(text)));
  }

  void image(Spot at, double width, double height, String dataUri) {
    body.append(
        String.format(
            Locale.ROOT,
            "<image x='%.1f' y='%.1f' width='%.1f' height='%.1f' href='%s'/>%n",
            at.x(),
            at.y(),
            width,
            height,
            dataUri));
  }

  String document(double width, double height) {
    return String.format(
            Locale.ROOT,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %.0f' width='%.0f'"
                + " height='%.0f' font-family='sans-serif' font-size='12'>%n"
                + "<rect width='100%%' height='100%%' fill='white'/>%n",
            width,
            height,
            width,
            height)
        + body
        + "</svg>\n";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
