package io.gazeshift.backbone.pretrain;

import io.gazeshift.backbone.network.NetworkSpec;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** One page that shows how a training went, with its pictures inside. */
final class TrainingPage {

  private static final int WIDTH = 640;
  private static final int HEIGHT = 240;
  private static final int LEFT = 60;
  private static final int BOTTOM = 36;
  private static final int TOP = 12;
  private static final int RIGHT = 14;
  private static final int TICKS = 5;

  private TrainingPage() {}

  static String html(
      NetworkSpec spec, PretrainSettings settings, TrainingSet set, Pretraining.Trained trained) {
    StringBuilder rows = new StringBuilder();
    for (Epoch epoch : trained.epochs()) {
      rows.append(
          text(
              "<tr><td>%d</td><td>%.4f</td><td>%.2f</td></tr>%n",
              epoch.number(), Math.toDegrees(epoch.loss()), epoch.heldOutDegrees()));
    }
    return text(
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>Training of %s</title>
        <style>
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 680px; margin: 2em auto; color: #222; }
        svg { width: 100%%; } svg text { font-size: 12px; fill: #555; }
        .grid { stroke: #ddd; } .curve { fill: none; stroke: #1769aa; stroke-width: 2; }
        .best { fill: #c2410c; } td, th { padding: 0 1em 0 0; text-align: right; }
        </style></head><body>
        <h1>Training of %s</h1>
        <p>%d samples, every %d. person held out; batches of %d, learning rate %s, seed %d.
        Best: %.2f degrees on people it has not seen, in epoch %d.</p>
        <h2>Error on people held out, degrees</h2>%s
        <h2>Loss on the training samples, degrees</h2>%s
        <table><tr><th>epoch</th><th>loss</th><th>held out</th></tr>%s</table>
        </body></html>
        """,
        spec.name(),
        spec.name(),
        set.size(),
        settings.holdOut(),
        settings.batch(),
        settings.learningRate(),
        settings.seed(),
        trained.best().heldOutDegrees(),
        trained.best().number(),
        chart(trained.epochs(), Epoch::heldOutDegrees, trained.best().number()),
        chart(trained.epochs(), epoch -> Math.toDegrees(epoch.loss()), trained.best().number()),
        rows);
  }

  private static String chart(List<Epoch> epochs, ToDoubleFunction<Epoch> value, int best) {
    double high = epochs.stream().mapToDouble(value).max().orElse(1) * 1.05;
    StringBuilder svg =
        new StringBuilder(text("<svg viewBox=\"0 0 %d %d\" role=\"img\">%n", WIDTH, HEIGHT));
    for (int tick = 0; tick < TICKS; tick++) {
      double at = high * tick / (TICKS - 1);
      svg.append(
          text(
              "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                  + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.1f</text>%n",
              LEFT, WIDTH - RIGHT, y(at, high), y(at, high), LEFT - 6, y(at, high) + 4, at));
    }
    StringBuilder points = new StringBuilder();
    for (Epoch epoch : epochs) {
      double x = x(epoch.number(), epochs.size());
      double y = y(value.applyAsDouble(epoch), high);
      points.append(text("%.1f,%.1f ", x, y));
      if (epoch.number() == best) {
        svg.append(text("<circle class=\"best\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>%n", x, y));
      }
    }
    return svg.append(text("<polyline class=\"curve\" points=\"%s\"/>%n", points))
        .append(
            text(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">epoch (1 to %d)</text></svg>%n",
                WIDTH / 2, HEIGHT - 8, epochs.size()))
        .toString();
  }

  private static double x(int number, int epochs) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (number - 1.0) / Math.max(1, epochs - 1);
  }

  private static double y(double value, double high) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / high;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
