package io.gazeshift.adaptation.report;

import io.gazeshift.adaptation.quality.GlanceQuality;
import io.gazeshift.adaptation.quality.QualityReport.HeadOnGlances;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Known points, and where each head sees them. */
final class PointChart {

  /** The lines that its marks need besides those of the other reports. */
  static final String STYLE =
      ".aim { stroke: #111827; stroke-width: 1.4; } .miss { stroke: #c8d1db; }\n"
          + "figure { max-width: 640px; flex-basis: 480px; }\n";

  private PointChart() {}

  static String svg(List<HeadOnGlances> heads) {
    List<double[]> places = new ArrayList<>();
    for (HeadOnGlances head : heads) {
      for (GlanceQuality.Point point : head.quality().points()) {
        places.add(new double[] {point.truth().pitchRad(), point.truth().yawRad()});
        places.add(
            new double[] {Math.toRadians(seenPitchDeg(point)), Math.toRadians(seenYawDeg(point))});
      }
    }
    GazeAxes axes = GazeAxes.around(List.of(Matrix.of(places.toArray(double[][]::new))));
    StringBuilder marks = new StringBuilder();
    for (HeadOnGlances head : heads) {
      String style = head.when().name().toLowerCase(Locale.ROOT);
      head.quality().points().forEach(point -> marks.append(mark(axes, point, style)));
    }
    return Markup.text(
        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\">%n%s%s</svg>%n",
        GazeAxes.WIDTH, axes.height(), axes.svg(), marks);
  }

  private static String mark(GazeAxes axes, GlanceQuality.Point point, String style) {
    double x = axes.x(point.truth().yawDeg());
    double y = axes.y(point.truth().pitchDeg());
    double seenX = axes.x(seenYawDeg(point));
    double seenY = axes.y(seenPitchDeg(point));
    return Markup.line(x, y, seenX, seenY, "miss")
        + Markup.text(
            "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>%n", style, seenX, seenY)
        + Markup.line(x - 4, y, x + 4, y, "aim")
        + Markup.line(x, y - 4, x, y + 4, "aim");
  }

  /** The offsets are small, so they are drawn as if the sphere were flat. */
  private static double seenPitchDeg(GlanceQuality.Point point) {
    return point.truth().pitchDeg() + point.accuracy().verticalDeg();
  }

  private static double seenYawDeg(GlanceQuality.Point point) {
    return point.truth().yawDeg() + point.accuracy().horizontalDeg();
  }
}
