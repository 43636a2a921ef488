package io.gazeshift.adaptation.report;

import io.gazeshift.adaptation.method.Account;
import io.gazeshift.adaptation.method.AdaptationRun;
import io.gazeshift.adaptation.method.GlsgeAccount;
import io.gazeshift.adaptation.method.SafeAccount;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.ImportanceWeights;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The report of one adaptation as a self-contained page: one file, no network, no scripts. */
public final class AdaptationPage {

  /** The page warns if the spread of the predictions fell below this share of what it was. */
  private static final double COLLAPSE = 0.6;

  private final AdaptationRun run;
  private final RunSections sections;
  private final List<DistributionShape> law;
  private final Optional<ImportanceWeights> weights;
  private final Facts verdicts;
  private final Optional<Duration> gateTime;
  private final Facts facts;

  /**
   * @param facts shown in addition to the run's own settings
   */
  public AdaptationPage(AdaptationRun run, Facts facts) {
    this(run, new Facts(), Optional.empty(), facts);
  }

  /**
   * @param verdicts of the gate and other judges, by name; may be empty
   * @param gateTime how long judging took, if it was done
   * @param facts shown in addition to the run's own settings
   */
  public AdaptationPage(
      AdaptationRun run, Facts verdicts, Optional<Duration> gateTime, Facts facts) {
    this.run = run;
    this.verdicts = verdicts;
    this.gateTime = gateTime;
    this.sections = sections(run);
    this.law = run.account().law().map(DistributionShape::of).orElse(List.of());
    this.weights = run.account().weights(run.sourceGaze());
    this.facts = facts;
  }

  private static RunSections sections(AdaptationRun run) {
    Account account = run.account();
    return account instanceof GlsgeAccount paper
        ? new GlsgeSections(paper)
        : new SafeSections((SafeAccount) account);
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
    %s%s
    <h2>Where people look</h2>
    <p>%sYaw above 0 looks to the image's left, pitch above 0 up.</p>
    <div class="row">
    %s</div>
    %s
    <h2>How source and target lie to each other</h2>
    <p>What the head's hidden layers make of <span class="from">source</span> and
    <span class="is">target</span>, each picture on the two axes along which it varies most. Where
    people look elsewhere, the two need not lie on each other.</p>
    <div class="row">
    %s</div>
    %s<h2>Settings and times</h2>
    %s
    </body>
    </html>
    """
        .formatted(
            style(),
            sections.headline(),
            summary(),
            lawNote(),
            panels(),
            sections.course(),
            Markup.figure("Before", ScatterPanel.svg(run.featuresBefore()))
                + Markup.figure("After", ScatterPanel.svg(run.featuresAfter())),
            verdicts.isEmpty() ? "" : "<h2>How it was judged</h2>\n" + verdicts.table(),
            settings().table());
  }

  private String summary() {
    Gaussian before = Gaussian.fit(run.before(), 1e-12);
    Gaussian after = Gaussian.fit(run.after(), 1e-12);
    double share =
        Math.sqrt(Math.sqrt(after.covariance().determinant() / before.covariance().determinant()));
    StringBuilder html = new StringBuilder("<div class=\"cards\">\n");
    html.append(Markup.card("mean of predictions (pitch, yaw)", mean(before), mean(after)));
    html.append(Markup.card("spread of predictions (pitch, yaw)", spread(before), spread(after)));
    html.append(sections.cards());
    html.append("</div>\n");
    if (share < COLLAPSE) {
      html.append(
          Markup.text(
              "<p class=\"warning\">The predictions drew together to %.0f %% of their spread."
                  + " Compare with labelled samples before this head is used, or say where people"
                  + " look by a prior.</p>%n",
              100 * share));
    }
    return html.toString();
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

  private String lawNote() {
    if (law.isEmpty()) {
      return "";
    }
    return "Lines: the gaze distribution of the target at the end, at one and two standard deviations%s. %s"
        .formatted(
            law.stream().anyMatch(shape -> shape.box().isPresent())
                ? "; dashed: the box it is cut off at"
                : "",
            weights.isEmpty() || sections.weighsSource()
                ? ""
                : "Reweighted, the source is there to compare: the head did not learn from it so."
                    + " ");
  }

  private String panels() {
    GazeAxes axes = GazeAxes.around(List.of(run.sourceGaze(), run.before(), run.after()));
    return Markup.figure(
            "Source labels, all alike",
            new GazePanel(axes).points(run.sourceGaze(), "source").law(law).svg())
        + weightedSource(axes)
        + Markup.figure(
            "Target predictions, <span class=\"was\">before</span> and"
                + " <span class=\"is\">after</span>",
            new GazePanel(axes)
                .points(run.before(), "before")
                .points(run.after(), "after")
                .law(law)
                .svg());
  }

  private String weightedSource(GazeAxes axes) {
    return weights
        .map(
            each ->
                Markup.figure(
                    "Source labels, reweighted",
                    new GazePanel(axes)
                        .points(run.sourceGaze(), "source", each.values())
                        .law(law)
                        .svg()))
        .orElse("");
  }

  private Facts settings() {
    Head head = run.account().head();
    Facts told =
        new Facts()
            .addAll(facts)
            .add("method", run.account().method())
            .addAll(sections.settings())
            .add("weights", "%s, SHA-256 %s".formatted(head, head.sha256()))
            .add("time of the training", seconds(run.training()));
    gateTime.ifPresent(took -> told.add("time of the gate", seconds(took)));
    return told;
  }

  private static String seconds(Duration took) {
    return Markup.text("%.1f s", took.toMillis() / 1000.0);
  }

  static String style() {
    try (InputStream in = AdaptationPage.class.getResourceAsStream("/report/adaptation.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the report's style is not in this program", e);
    }
  }
}
