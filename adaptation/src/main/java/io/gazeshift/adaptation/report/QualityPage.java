package io.gazeshift.adaptation.report;

import io.gazeshift.adaptation.quality.GlanceQuality;
import io.gazeshift.adaptation.quality.QualityNames;
import io.gazeshift.adaptation.quality.QualityReport;
import io.gazeshift.adaptation.quality.QualityReport.HeadOnGlances;
import io.gazeshift.adaptation.quality.StreamQuality;
import io.gazeshift.common.Micros;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The data quality of a domain as a self-contained page: one file, no network, no scripts. */
public final class QualityPage {

  /** A busy entrance has thousands; the JSON has all of them. */
  private static final int MOST_FACES = 100;

  private final QualityReport report;

  public QualityPage(QualityReport report) {
    this.report = report;
  }

  public String html() {
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Gazeshift: data quality of %1$s</title>
    <style>
    %2$s</style>
    </head>
    <body>
    <h1>Data quality of %1$s</h1>
    %3$s%4$s%5$s<h2>How it is measured</h2>
    <p>Angles are degrees on the sphere, of the gaze as the model predicts it: without smoothing and
    without an offset for the person. <b>Accuracy</b> is the length of the mean offset from a known
    point, averaged over the points; the mean error is that of single frames. <b>RMS-S2S</b> is the
    root mean square of the angles between successive frames, <b>STD</b> the standard deviation about
    the centre of each fixation, both axes combined, and <b>BCEA</b> the area of the ellipse that has
    68 %% of the frames. All three are computed within fixations and pooled; a fixation of n frames
    counts as n − 1. <b>Data loss</b> is the share of the camera's frames that have no gaze while the
    face was there: no prediction, or closed eyes. The <b>effective frequency</b> is the number of
    frames with a gaze in each second. Terms as in Niehorster, Zemblys, Beelders and Holmqvist (2020)
    and ETDQualitizer.</p>
    </body>
    </html>
    """
        .formatted(
            Markup.escaped(report.domain()),
            AdaptationPage.style() + PointChart.STYLE,
            notes(),
            report.heads().isEmpty() ? "" : glances(),
            report.stream().map(QualityPage::stream).orElse(""));
  }

  private String notes() {
    StringBuilder html = new StringBuilder();
    report
        .notes()
        .forEach(
            note -> html.append("<p class=\"warning\">%s</p>%n".formatted(Markup.escaped(note))));
    return html.toString();
  }

  private String glances() {
    QualityRows all = glanceRows("head", "points");
    QualityRows faces = glanceRows("face", "points");
    QualityRows points = glanceRows("glance", "pitch, yaw");
    for (HeadOnGlances head : report.heads()) {
      String name = QualityNames.head(head);
      GlanceQuality quality = head.quality();
      all.add(
          List.of(name, Integer.toString(quality.points().size())),
          QualityRows.cells(quality.accuracy()),
          QualityRows.cells(quality.precision()));
      for (GlanceQuality.Face face : quality.faces()) {
        faces.add(
            List.of(QualityNames.face(face.track()) + ", " + name, Integer.toString(face.points())),
            QualityRows.cells(face.accuracy()),
            QualityRows.cells(face.precision()));
      }
      for (GlanceQuality.Point point : quality.points()) {
        points.add(
            List.of(
                point.glance().getGlanceId() + ", " + name,
                Markup.text("%.1f°, %.1f°", point.truth().pitchDeg(), point.truth().yawDeg())),
            QualityRows.cells(point.accuracy()),
            QualityRows.cells(point.precision()));
      }
    }
    return "<h2>Accuracy, at known points</h2>\n"
        + cards()
        + all.table()
        + "<div class=\"row\">\n"
        + Markup.figure(
            "Points (crosses) and the mean gaze, <span class=\"was\">before</span> and"
                + " <span class=\"is\">after</span> adaptation",
            PointChart.svg(report.heads()))
        + "</div>\n<h2>At known points, by person</h2>\n"
        + faces.table()
        + "<h2>At known points, by point</h2>\n"
        + points.table();
  }

  private static QualityRows glanceRows(String first, String second) {
    return new QualityRows(List.of(first, second), QualityRows.ACCURACY, QualityRows.PRECISION);
  }

  /** What adaptation changed. */
  private String cards() {
    if (report.heads().size() < 2) {
      return "";
    }
    GlanceQuality before = report.heads().get(0).quality();
    GlanceQuality after = report.heads().get(1).quality();
    StringBuilder html = new StringBuilder("<div class=\"cards\">\n");
    html.append(card("accuracy", before.accuracy().offsetDeg(), after.accuracy().offsetDeg()));
    if (before.precision().isPresent() && after.precision().isPresent()) {
      html.append(
          card(
              "RMS-S2S",
              before.precision().get().rmsS2sDeg(),
              after.precision().get().rmsS2sDeg()));
      html.append(card("STD", before.precision().get().stdDeg(), after.precision().get().stdDeg()));
    }
    return html.append("</div>\n").toString();
  }

  private static String card(String name, double beforeDeg, double afterDeg) {
    return Markup.card(name, QualityRows.degrees(beforeDeg), QualityRows.degrees(afterDeg));
  }

  private static String stream(StreamQuality stream) {
    List<StreamQuality.Face> shown =
        stream.faces().subList(0, Math.min(MOST_FACES, stream.faces().size()));
    QualityRows faces =
        new QualityRows(List.of("face"), QualityRows.COVERAGE, QualityRows.PRECISION)
            .add(
                List.of("all"),
                QualityRows.cells(stream.coverage()),
                QualityRows.cells(stream.precision()));
    for (StreamQuality.Face face : shown) {
      faces.add(
          List.of(QualityNames.face(face.track())),
          QualityRows.cells(face.coverage()),
          QualityRows.cells(face.precision()));
    }
    QualityRows targets = partRows("target");
    stream.targets().forEach(part -> add(targets, part.of(), part));
    QualityRows heads = partRows("head");
    stream.heads().forEach(part -> add(heads, QualityNames.head(part.of()), part));
    return "<h2>Predictions, by person</h2>\n"
        + ("<p>Captured from %s to %s. A person is a face track: someone who leaves and comes back"
                + " is counted again.%s</p>%n")
            .formatted(
                time(stream.firstMicros()),
                time(stream.lastMicros()),
                shown.size() == stream.faces().size()
                    ? ""
                    : " %d shorter tracks are in the JSON only."
                        .formatted(stream.faces().size() - shown.size()))
        + faces.table()
        + "<h2>Predictions, by target</h2>\n"
        + targets.table()
        + "<h2>Predictions, by head</h2>\n"
        + heads.table();
  }

  private static QualityRows partRows(String what) {
    return new QualityRows(List.of(what, "in fixations"), QualityRows.PRECISION);
  }

  private static void add(QualityRows rows, String name, StreamQuality.Part<?> part) {
    rows.add(
        List.of(name, QualityRows.seconds(part.seconds())), QualityRows.cells(part.precision()));
  }

  private static String time(long micros) {
    return Micros.instant(micros).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
