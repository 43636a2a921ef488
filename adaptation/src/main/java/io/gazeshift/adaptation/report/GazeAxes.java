package io.gazeshift.adaptation.report;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;

/**
 * The range of gaze that all panels show, in degrees. A degree of yaw and a degree of pitch have
 * the same length in pixels; yaw runs to the right, pitch upwards.
 */
record GazeAxes(double yawLow, double yawHigh, double pitchLow, double pitchHigh) {

  static final double WIDTH = 316;

  private static final double STEP = 10;
  private static final double LEFT = 34;
  private static final double TOP = 8;
  private static final double BOTTOM = 34;

  /** Room for all labels given (pitch and yaw in radians, one pair a row). */
  static GazeAxes around(List<Matrix> labels) {
    double[] low = {0, 0};
    double[] high = {0, 0};
    for (Matrix matrix : labels) {
      for (int i = 0; i < matrix.data().length; i++) {
        double degrees = Math.toDegrees(matrix.data()[i]);
        low[i % 2] = Math.min(low[i % 2], degrees);
        high[i % 2] = Math.max(high[i % 2], degrees);
      }
    }
    return new GazeAxes(down(low[1]), up(high[1]), down(low[0]), up(high[0]));
  }

  double x(double yawDeg) {
    return LEFT + (yawDeg - yawLow) * scale();
  }

  double y(double pitchDeg) {
    return TOP + (pitchHigh - pitchDeg) * scale();
  }

  double scale() {
    return (WIDTH - LEFT - 6) / (yawHigh - yawLow);
  }

  double height() {
    return TOP + (pitchHigh - pitchLow) * scale() + BOTTOM;
  }

  /** Grid lines, numbers and names. */
  String svg() {
    StringBuilder svg = new StringBuilder();
    double step = yawHigh - yawLow > 80 ? 2 * STEP : STEP;
    for (double yaw : ticks(yawLow, yawHigh, step)) {
      svg.append(
          Markup.line(x(yaw), y(pitchLow), x(yaw), y(pitchHigh), yaw == 0 ? "zero" : "grid"));
      svg.append(Markup.text(x(yaw), y(pitchLow) + 14, "middle", degrees(yaw)));
    }
    for (double pitch : ticks(pitchLow, pitchHigh, step)) {
      svg.append(
          Markup.line(x(yawLow), y(pitch), x(yawHigh), y(pitch), pitch == 0 ? "zero" : "grid"));
      svg.append(Markup.text(x(yawLow) - 5, y(pitch) + 4, "end", degrees(pitch)));
    }
    svg.append(Markup.text(x((yawLow + yawHigh) / 2), y(pitchLow) + 29, "middle", "yaw (°)"));
    double middle = y((pitchLow + pitchHigh) / 2);
    svg.append(
        Markup.text(
            "<text transform=\"translate(9 %.1f) rotate(-90)\" text-anchor=\"middle\">pitch (°)"
                + "</text>%n",
            middle));
    return svg.toString();
  }

  private static String degrees(double value) {
    return Markup.text("%.0f", value).replace("-", "−");
  }

  private static double[] ticks(double low, double high, double step) {
    int first = (int) Math.ceil(low / step);
    int last = (int) Math.floor(high / step);
    double[] ticks = new double[last - first + 1];
    for (int i = 0; i < ticks.length; i++) {
      ticks[i] = (first + i) * step;
    }
    return ticks;
  }

  private static double down(double degrees) {
    return Math.floor((degrees - 1) / STEP) * STEP;
  }

  private static double up(double degrees) {
    return Math.ceil((degrees + 1) / STEP) * STEP;
  }
}
