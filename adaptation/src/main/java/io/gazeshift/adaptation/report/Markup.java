package io.gazeshift.adaptation.report;

import java.util.Locale;

/** Formats text and numbers for HTML and SVG. */
final class Markup {

  private Markup() {}

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Formats numbers independently of the locale. */
  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  static String text(double x, double y, String anchor, String label) {
    return text(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, escaped(label));
  }

  static String line(double x1, double y1, double x2, double y2, String style) {
    return text(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>%n",
        x1, y1, x2, y2, style);
  }

  /** A number before and after. */
  static String card(String name, String before, String after) {
    return text(
        "<div class=\"card\"><div class=\"name\">%s</div><div>%s → <b>%s</b></div></div>%n",
        escaped(name), before, after);
  }

  /**
   * @param title as HTML
   */
  static String figure(String title, String svg) {
    return "<figure><figcaption>%s</figcaption>%n%s</figure>%n".formatted(title, svg);
  }
}
