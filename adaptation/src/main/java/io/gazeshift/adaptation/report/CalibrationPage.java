package io.gazeshift.adaptation.report;

import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.protocol.Gaze;
import java.util.List;

/**
 * The points that a person was asked to look at, and where the head says that they looked, as a
 * self-contained page: one file, no network, no scripts.
 */
public final class CalibrationPage {

  /**
   * One glance, in the camera's axes.
   *
   * @param after the prediction with the offset computed from the other glances
   */
  public record Look(
      String name,
      int frames,
      Gaze truth,
      Gaze before,
      Gaze after,
      double error,
      double errorAfter) {}

  private final String domain;
  private final List<Look> looks;

  public CalibrationPage(String domain, List<Look> looks) {
    this.domain = domain;
    this.looks = List.copyOf(looks);
  }

  public String html() {
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Gazeshift: glances of %1$s</title>
    <style>
    %2$s
    .aim { stroke: #111827; stroke-width: 1.4; } .miss { stroke: #c8d1db; }
    figure { max-width: 640px; flex-basis: 480px; }
    </style>
    </head>
    <body>
    <h1>Glances of %1$s</h1>
    <p>Crosses: where the person was asked to look. Dots: where the head says they looked,
    <span class="was">as it is</span> and <span class="is">with one offset</span> that the other
    glances ask for. Angles in the camera's axes; yaw above 0, to the right here, is the person's
    right.</p>
    <div class="row">
    %3$s</div>
    %4$s
    </body>
    </html>
    """
        .formatted(
            Markup.escaped(domain), AdaptationPage.style(), Markup.figure("", svg()), table());
  }

  private String svg() {
    GazeAxes axes = GazeAxes.around(List.of(all()));
    StringBuilder marks = new StringBuilder();
    for (Look look : looks) {
      double x = axes.x(look.truth.yawDeg());
      double y = axes.y(look.truth.pitchDeg());
      for (Gaze said : List.of(look.before, look.after)) {
        marks.append(Markup.line(x, y, axes.x(said.yawDeg()), axes.y(said.pitchDeg()), "miss"));
      }
      marks.append(dot(axes, look.before, "before")).append(dot(axes, look.after, "after"));
      marks.append(Markup.line(x - 4, y, x + 4, y, "aim"));
      marks.append(Markup.line(x, y - 4, x, y + 4, "aim"));
    }
    return Markup.text(
        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\">%n%s%s</svg>%n",
        GazeAxes.WIDTH, axes.height(), axes.svg(), marks);
  }

  private static String dot(GazeAxes axes, Gaze at, String style) {
    return Markup.text(
        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>%n",
        style, axes.x(at.yawDeg()), axes.y(at.pitchDeg()));
  }

  private Matrix all() {
    Matrix all = Matrix.zeros(3 * looks.size(), 2);
    for (int i = 0; i < looks.size(); i++) {
      List<Gaze> three = List.of(looks.get(i).truth, looks.get(i).before, looks.get(i).after);
      for (int k = 0; k < 3; k++) {
        all.set(3 * i + k, 0, three.get(k).pitchRad());
        all.set(3 * i + k, 1, three.get(k).yawRad());
      }
    }
    return all;
  }

  private String table() {
    StringBuilder rows = new StringBuilder();
    for (Look look : looks) {
      rows.append(
          Markup.text(
              "<tr><td>%s</td><td>%d</td><td>%.1f°, %.1f°</td><td>%.1f°</td><td>%.1f°</td></tr>%n",
              Markup.escaped(look.name),
              look.frames,
              look.truth.pitchDeg(),
              look.truth.yawDeg(),
              look.error,
              look.errorAfter));
    }
    return "<table><tr><th>glance</th><th>frames</th><th>asked (pitch, yaw)</th><th>error</th>"
        + "<th>with the offset</th></tr>\n"
        + rows
        + "</table>\n";
  }
}
