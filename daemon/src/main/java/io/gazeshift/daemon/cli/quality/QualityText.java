package io.gazeshift.daemon.cli.quality;

import io.gazeshift.adaptation.quality.GlanceQuality;
import io.gazeshift.adaptation.quality.QualityNames;
import io.gazeshift.adaptation.quality.QualityReport;
import io.gazeshift.adaptation.quality.QualityReport.HeadOnGlances;
import io.gazeshift.adaptation.quality.StreamQuality;
import io.gazeshift.common.Micros;
import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.cli.support.VersionText;
import io.gazeshift.targets.quality.Accuracy;
import io.gazeshift.targets.quality.Coverage;
import io.gazeshift.targets.quality.Precision;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Data quality as tables on a terminal. */
public final class QualityText {

  /** The files have all of them. */
  private static final int MOST_FACES = 20;

  private static final String PRECISION_TITLES = " %9s %8s %8s %11s";

  private final Console console;

  public QualityText(Console console) {
    this.console = console;
  }

  void print(QualityReport report) {
    line("Data quality of %s", VersionText.oneLine(report.domain()));
    if (!report.heads().isEmpty()) {
      glances(report.heads());
    }
    report.stream().ifPresent(this::stream);
    report.notes().forEach(note -> line("%s", console.yellow(VersionText.oneLine(note))));
    console.out().flush();
  }

  /** Accuracy and precision at known points, in one line. */
  public static String summary(GlanceQuality quality) {
    return text(
        "accuracy %.2f° over %d points; precision %s",
        quality.accuracy().offsetDeg(),
        quality.points().size(),
        quality.precision().map(QualityText::summary).orElse("unknown (too few frames)"));
  }

  private static String summary(Precision precision) {
    return text(
        "RMS-S2S %.2f°, STD %.2f°, BCEA %.2f deg² (68 %%)",
        precision.rmsS2sDeg(), precision.stdDeg(), precision.bceaDeg2());
  }

  /** Data loss and frequency, in one line. */
  public static String summary(Coverage coverage) {
    return text(
        "data loss %.1f %%, effective frequency %.1f Hz",
        100 * coverage.dataLoss(), coverage.effectiveHz());
  }

  private void glances(List<HeadOnGlances> heads) {
    line("");
    line(
        "%-40s %6s %9s %10s%s",
        "at known points", "points", "accuracy", "mean error", precisionTitles());
    for (HeadOnGlances head : heads) {
      glanceLine(
          QualityNames.head(head),
          head.quality().points().size(),
          head.quality().accuracy(),
          head.quality().precision());
      if (head.quality().faces().size() > 1) {
        head.quality().faces().stream()
            .limit(MOST_FACES)
            .forEach(
                face ->
                    glanceLine(
                        "  " + QualityNames.face(face.track()),
                        face.points(),
                        face.accuracy(),
                        face.precision()));
      }
    }
  }

  private void glanceLine(
      String name, int points, Accuracy accuracy, Optional<Precision> precision) {
    line(
        "%-40s %6d %8.2f° %9.2f°%s",
        name(name), points, accuracy.offsetDeg(), accuracy.meanErrorDeg(), cells(precision));
  }

  private void stream(StreamQuality stream) {
    line("");
    line(
        "predictions captured from %s to %s",
        time(stream.firstMicros()), time(stream.lastMicros()));
    line(
        "%-40s %9s %9s %9s%s",
        "person (face track)", "present", "data loss", "frequency", precisionTitles());
    faceLine("all", stream.coverage(), stream.precision());
    stream.faces().stream()
        .limit(MOST_FACES)
        .forEach(
            face -> faceLine(QualityNames.face(face.track()), face.coverage(), face.precision()));
    if (stream.faces().size() > MOST_FACES) {
      line("%d shorter tracks are not shown", stream.faces().size() - MOST_FACES);
    }
    line("");
    line("%-40s %12s%s", "target", "in fixations", precisionTitles());
    stream.targets().forEach(part -> partLine(part.of(), part));
    line("");
    line("%-40s %12s%s", "head", "in fixations", precisionTitles());
    stream.heads().forEach(part -> partLine(QualityNames.head(part.of()), part));
  }

  private void faceLine(String name, Coverage coverage, Optional<Precision> precision) {
    line(
        "%-40s %7.1f s %7.1f %% %6.1f Hz%s",
        name(name),
        coverage.seconds(),
        100 * coverage.dataLoss(),
        coverage.effectiveHz(),
        cells(precision));
  }

  private void partLine(String name, StreamQuality.Part<?> part) {
    line("%-40s %10.1f s%s", name(name), part.seconds(), cells(part.precision()));
  }

  private static String precisionTitles() {
    return text(PRECISION_TITLES, "fixations", "RMS-S2S", "STD", "BCEA 68 %");
  }

  private static String cells(Optional<Precision> precision) {
    return precision
        .map(
            known ->
                text(
                    " %9d %7.2f° %7.2f° %6.2f deg²",
                    known.fixations(), known.rmsS2sDeg(), known.stdDeg(), known.bceaDeg2()))
        .orElseGet(() -> text(PRECISION_TITLES, 0, "-", "-", "-"));
  }

  private static String time(long micros) {
    return Micros.instant(micros).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Indented as it is, but without control characters, which a record may contain. */
  private static String name(String text) {
    String indent = text.startsWith("  ") ? "  " : "";
    return indent + VersionText.oneLine(text);
  }

  private void line(String format, Object... values) {
    console.out().println(text(format, values));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
