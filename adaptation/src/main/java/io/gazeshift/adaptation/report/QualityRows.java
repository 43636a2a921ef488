package io.gazeshift.adaptation.report;

import io.gazeshift.targets.quality.Accuracy;
import io.gazeshift.targets.quality.Coverage;
import io.gazeshift.targets.quality.Precision;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A table of the quality page, row by row. */
final class QualityRows {

  static final List<String> ACCURACY = List.of("accuracy", "horizontal, vertical", "mean error");
  static final List<String> COVERAGE = List.of("present", "data loss", "eyes closed", "frequency");
  static final List<String> PRECISION = List.of("fixations", "RMS-S2S", "STD", "BCEA 68 %");

  private final StringBuilder html = new StringBuilder("<table>\n");

  /** Begins with a row of titles. */
  @SafeVarargs
  QualityRows(List<String>... titles) {
    html.append("<tr>");
    for (List<String> some : titles) {
      some.forEach(title -> html.append("<th>").append(title).append("</th>"));
    }
    html.append("</tr>\n");
  }

  @SafeVarargs
  final QualityRows add(List<String>... cells) {
    html.append("<tr>");
    for (List<String> some : cells) {
      some.forEach(cell -> html.append("<td>").append(Markup.escaped(cell)).append("</td>"));
    }
    html.append("</tr>\n");
    return this;
  }

  String table() {
    return html + "</table>\n";
  }

  static List<String> cells(Accuracy accuracy) {
    return List.of(
        degrees(accuracy.offsetDeg()),
        Markup.text("%+.2f°, %+.2f°", accuracy.horizontalDeg(), accuracy.verticalDeg()),
        degrees(accuracy.meanErrorDeg()));
  }

  static List<String> cells(Coverage coverage) {
    double closed = (double) coverage.closedFrames() / Math.max(1, coverage.expectedFrames());
    return List.of(
        seconds(coverage.seconds()),
        Markup.text("%.1f %%", 100 * coverage.dataLoss()),
        Markup.text("%.1f %%", 100 * closed),
        Markup.text("%.1f Hz", coverage.effectiveHz()));
  }

  /** Empty where there are too few frames. */
  static List<String> cells(Optional<Precision> precision) {
    return precision
        .map(
            known ->
                List.of(
                    Integer.toString(known.fixations()),
                    degrees(known.rmsS2sDeg()),
                    degrees(known.stdDeg()),
                    Markup.text("%.2f deg²", known.bceaDeg2())))
        .orElse(Collections.nCopies(PRECISION.size(), ""));
  }

  static String degrees(double value) {
    return Markup.text("%.2f°", value);
  }

  static String seconds(double value) {
    return Markup.text("%.1f s", value);
  }
}
