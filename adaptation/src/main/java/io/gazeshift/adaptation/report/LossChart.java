package io.gazeshift.adaptation.report;

import java.util.function.IntPredicate;

/**
 * One number over the course of a training.
 *
 * @param unit what is counted along the course
 * @param first the count at the first value
 * @param last the count at the last
 */
record LossChart(String unit, int first, int last) {

  private static final double WIDTH = 316;
  private static final double HEIGHT = 150;
  private static final double LEFT = 50;
  private static final double RIGHT = 8;
  private static final double TOP = 8;
  private static final double BOTTOM = 34;
  private static final int TICKS = 4;

  /**
   * @param parted whether a thin line separates a value from the previous one; not called for the
   *     first
   */
  String svg(double[] values, IntPredicate parted) {
    double high = 1e-12;
    double low = Double.POSITIVE_INFINITY;
    for (double v : values) {
      high = Math.max(high, v);
      low = Math.min(low, v);
    }
    // Starts at zero unless that would flatten the curve.
    double floor = low > 0.6 * high && low < high ? low - 0.15 * (high - low) : 0;
    double ceiling = high + 0.05 * Math.max(high - floor, 1e-9);
    StringBuilder svg =
        new StringBuilder(
            Markup.text("<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\">%n", WIDTH, HEIGHT));
    for (int tick = 0; tick < TICKS; tick++) {
      double at = floor + (ceiling - floor) * tick / (TICKS - 1);
      double y = y(at, floor, ceiling);
      svg.append(Markup.line(LEFT, y, WIDTH - RIGHT, y, "grid"));
      svg.append(Markup.text(LEFT - 5, y + 4, "end", number(at, ceiling - floor)));
    }
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      if (i > 0 && parted.test(i)) {
        double x = 0.5 * (x(i - 1, values.length) + x(i, values.length));
        svg.append(Markup.line(x, TOP, x, HEIGHT - BOTTOM, "round"));
      }
      points.append(Markup.text("%.1f,%.1f ", x(i, values.length), y(values[i], floor, ceiling)));
    }
    svg.append(Markup.text("<polyline class=\"curve\" points=\"%s\"/>%n", points));
    if (values.length == 1) {
      // A line of one point would be invisible.
      svg.append(
          Markup.text(
              "<circle class=\"curve\" cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/>%n",
              x(0, 1), y(values[0], floor, ceiling)));
    }
    svg.append(Markup.text(LEFT, HEIGHT - BOTTOM + 14, "middle", Integer.toString(first)));
    svg.append(
        Markup.text(
            WIDTH - RIGHT,
            HEIGHT - BOTTOM + 14,
            "end",
            values.length > 1 ? Integer.toString(last) : ""));
    svg.append(Markup.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 29, "middle", unit));
    return svg.append("</svg>\n").toString();
  }

  private static double x(int at, int count) {
    return LEFT + (WIDTH - RIGHT - LEFT) * at / Math.max(1, count - 1);
  }

  private static double y(double value, double floor, double ceiling) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - floor) / (ceiling - floor);
  }

  private static String number(double value, double range) {
    int digits = (int) Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(range))));
    return Markup.text("%." + Math.max(0, digits - 1) + "f", value);
  }
}
