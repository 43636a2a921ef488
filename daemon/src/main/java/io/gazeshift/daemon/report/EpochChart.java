package io.gazeshift.daemon.report;

import io.gazeshift.glsge.train.EpochReport;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** One number over the epochs; thin lines part the rounds, in which the label law stands still. */
final class EpochChart {

  private static final double WIDTH = 316;
  private static final double HEIGHT = 150;
  private static final double LEFT = 50;
  private static final double RIGHT = 8;
  private static final double TOP = 8;
  private static final double BOTTOM = 34;
  private static final int TICKS = 4;

  private final List<EpochReport> epochs;

  EpochChart(List<EpochReport> epochs) {
    this.epochs = epochs;
  }

  String svg(ToDoubleFunction<EpochReport> value) {
    double[] values = epochs.stream().mapToDouble(value).toArray();
    double high = 1e-12;
    double low = Double.POSITIVE_INFINITY;
    for (double v : values) {
      high = Math.max(high, v);
      low = Math.min(low, v);
    }
    // From zero where that does not flatten what there is to see.
    double floor = low > 0.6 * high ? low - 0.15 * (high - low) : 0;
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
      if (i > 0 && epochs.get(i).round() != epochs.get(i - 1).round()) {
        double x = 0.5 * (x(i - 1) + x(i));
        svg.append(Markup.line(x, TOP, x, HEIGHT - BOTTOM, "round"));
      }
      points.append(Markup.text("%.1f,%.1f ", x(i), y(values[i], floor, ceiling)));
    }
    svg.append(Markup.text("<polyline class=\"curve\" points=\"%s\"/>%n", points));
    svg.append(Markup.text(x(0), HEIGHT - BOTTOM + 14, "middle", "1"));
    svg.append(
        Markup.text(
            x(values.length - 1),
            HEIGHT - BOTTOM + 14,
            "end",
            values.length > 1 ? Integer.toString(values.length) : ""));
    svg.append(Markup.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 29, "middle", "epoch"));
    return svg.append("</svg>\n").toString();
  }

  private double x(int epoch) {
    int last = Math.max(1, epochs.size() - 1);
    return LEFT + (WIDTH - RIGHT - LEFT) * epoch / last;
  }

  private static double y(double value, double floor, double ceiling) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - floor) / (ceiling - floor);
  }

  private static String number(double value, double range) {
    int digits = (int) Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(range))));
    return Markup.text("%." + Math.max(0, digits - 1) + "f", value);
  }
}
