package io.gazeshift.daemon.report;

import io.gazeshift.daemon.offline.AdaptationRun;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.EpochReport;
import io.gazeshift.glsge.train.Objective;
import io.gazeshift.glsge.train.Schedule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What one adaptation did, as a page that stands alone: one file, no network, no scripts. */
public final class AdaptationPage {

  /** A spread that fell below this share of itself is worth a warning. */
  private static final double COLLAPSE = 0.6;

  private final AdaptationRun run;
  private final Facts facts;

  /**
   * @param facts what the page should name besides the run's own settings
   */
  public AdaptationPage(AdaptationRun run, Facts facts) {
    this.run = run;
    this.facts = facts;
  }

  public String html() {
    return """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Gazeshift: adaptation report</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>Adaptation report</h1>
        %s
        <h2>Where people look</h2>
        <p>Lines: the law of the target's gaze in the last round, at one and two standard deviations%s.
        Yaw above 0 looks to the image's left, pitch above 0 up.</p>
        <div class="row">
        %s</div>
        <h2>Loss, epoch by epoch</h2>
        <p>Dashed lines part the rounds: between two of them the law of labels stands still.</p>
        <div class="row">
        %s</div>
        <h2>The law of labels, round by round</h2>
        %s
        <h2>Settings and times</h2>
        %s
        </body>
        </html>
        """
        .formatted(style(), summary(), boxNote(), panels(), charts(), laws(), settings().table());
  }

  private String summary() {
    Gaussian before = Gaussian.fit(run.before(), 1e-12);
    Gaussian after = Gaussian.fit(run.after(), 1e-12);
    double share =
        Math.sqrt(Math.sqrt(after.covariance().determinant() / before.covariance().determinant()));
    StringBuilder html = new StringBuilder("<div class=\"cards\">\n");
    html.append(card("mean of predictions (pitch, yaw)", mean(before), mean(after)));
    html.append(card("spread of predictions (pitch, yaw)", spread(before), spread(after)));
    List<EpochReport> epochs = run.result().epochs();
    EpochReport last = epochs.get(epochs.size() - 1);
    html.append(
        card(
            "loss",
            Markup.text("%.4f", epochs.get(0).loss().total()),
            Markup.text("%.4f", last.loss().total())));
    html.append("</div>\n");
    if (share < COLLAPSE) {
      html.append(
          Markup.text(
              "<p class=\"warning\">The predictions drew together to %.0f %% of their spread."
                  + " Compare with labelled samples before this head is used, or try a lower"
                  + " λ, fewer rounds, or a prior.</p>%n",
              100 * share));
    }
    return html.toString();
  }

  private static String card(String name, String before, String after) {
    return Markup.text(
        "<div class=\"card\"><div class=\"name\">%s</div><div>%s → <b>%s</b></div></div>%n",
        Markup.escaped(name), before, after);
  }

  private static String mean(Gaussian gaze) {
    return pair(gaze.meanX(), gaze.meanY());
  }

  private static String spread(Gaussian gaze) {
    return pair(gaze.covariance().xSigma(), gaze.covariance().ySigma());
  }

  /** Pitch and yaw. */
  private static String pair(double pitchRad, double yawRad) {
    return Markup.text("(%.1f°, %.1f°)", Math.toDegrees(pitchRad), Math.toDegrees(yawRad))
        .replace("-", "−");
  }

  private List<LawShape> lastShapes() {
    return LawShape.of(lastLaw());
  }

  private LabelModel lastLaw() {
    return run.laws().get(run.laws().size() - 1);
  }

  private String boxNote() {
    return lastShapes().stream().anyMatch(shape -> shape.box().isPresent())
        ? "; dashed: the box it is cut off at"
        : "";
  }

  private String panels() {
    GazeAxes axes = GazeAxes.around(List.of(run.sourceGaze(), run.before(), run.after()));
    List<LawShape> law = lastShapes();
    Matrix source = run.sourceGaze();
    double[] weights = ImportanceWeights.of(lastLaw(), source).values();
    boolean used = run.settings().objective().weightedSource();
    return figure(
            "Source labels, all alike", new GazePanel(axes).points(source, "source").law(law).svg())
        + figure(
            "Source labels, reweighted%s".formatted(used ? "" : " (this objective does not)"),
            new GazePanel(axes).points(source, "source", weights).law(law).svg())
        + figure(
            "Target predictions, <span class=\"was\">before</span> and"
                + " <span class=\"is\">after</span>",
            new GazePanel(axes)
                .points(run.before(), "before")
                .points(run.after(), "after")
                .law(law)
                .svg());
  }

  private String charts() {
    StringBuilder html = new StringBuilder();
    html.append(chart("Total", epoch -> epoch.loss().total()));
    html.append(chart("L1 on the source (rad)", epoch -> epoch.loss().l1()));
    if (run.settings().objective().alignment() != Objective.Alignment.NONE) {
      html.append(
          chart(
              "Conditional discrepancy d (%s)".formatted(run.settings().objective().alignment()),
              epoch -> epoch.loss().discrepancy()));
      html.append(chart("Marginal: angle", epoch -> epoch.loss().angle()));
      html.append(chart("Marginal: scale", epoch -> epoch.loss().scale()));
    }
    html.append(chart("Effective source samples of a batch", EpochReport::effectiveSamples));
    return html.toString();
  }

  private String chart(String title, ToDoubleFunction<EpochReport> value) {
    return figure(Markup.escaped(title), new EpochChart(run.result().epochs()).svg(value));
  }

  private static String figure(String title, String svg) {
    return "<figure><figcaption>%s</figcaption>%n%s</figure>%n".formatted(title, svg);
  }

  private String laws() {
    StringBuilder html = new StringBuilder("<table>\n");
    for (int round = 0; round < run.laws().size(); round++) {
      html.append(
          "<tr><th>%d</th><td>%s</td></tr>%n"
              .formatted(round + 1, Markup.escaped(run.laws().get(round).describe())));
    }
    return html.append("</table>\n").toString();
  }

  private Facts settings() {
    Objective objective = run.settings().objective();
    Schedule schedule = run.settings().schedule();
    List<EpochReport> epochs = run.result().epochs();
    EpochReport last = epochs.get(epochs.size() - 1);
    double seconds = run.training().toMillis() / 1000.0;
    return new Facts()
        .addAll(facts)
        .add("method", run.method().toString())
        .add("objective", objective.name())
        .add("λ", Double.toString(objective.lambda()))
        .add("learning rate", Markup.text("%.1e, cosine", schedule.learningRate()))
        .add(
            "rounds x epochs x steps",
            "%d x %d x %d"
                .formatted(
                    last.rounds(),
                    schedule.epochsPerRound(),
                    last.steps() / (last.rounds() * schedule.epochsPerRound())))
        .add("batch", "%1$d + %1$d".formatted(schedule.batch()))
        .add("seed", Long.toString(run.settings().seed()))
        .add("device", run.settings().device())
        .add(
            "weights",
            "%s, SHA-256 %s".formatted(run.result().head(), run.result().head().sha256()))
        .add(
            "training",
            Markup.text("%.1f s, %.1f ms a step", seconds, 1000 * seconds / last.steps()));
  }

  private static String style() {
    try (InputStream in = AdaptationPage.class.getResourceAsStream("/report/adaptation.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the report's style is not in this program", e);
    }
  }
}
