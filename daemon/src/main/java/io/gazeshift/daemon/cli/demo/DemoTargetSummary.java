package io.gazeshift.daemon.cli.demo;

import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.TextTable;
import io.gazeshift.daemon.live.ScreenErrorView;
import io.gazeshift.daemon.live.TargetPeriodView;
import io.gazeshift.daemon.live.TargetScoreView;
import io.gazeshift.targets.score.ConfusionMatrix;
import io.gazeshift.targets.score.GlanceScore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The demo's result for targets: what the last head of each domain said, beside what the source
 * head would have said of the same faces.
 */
final class DemoTargetSummary {

  /** So that what never happened does not hide what did. */
  private static final String NEVER = ".";

  private final Map<String, TargetPeriodView> last = new LinkedHashMap<>();

  /**
   * @param periods of all domains, each domain's oldest first
   */
  DemoTargetSummary(List<TargetPeriodView> periods) {
    periods.forEach(period -> last.put(period.domain(), period));
  }

  void print(Console console) {
    last.values().forEach(period -> print(console, period));
    console.out().flush();
  }

  private static void print(Console console, TargetPeriodView period) {
    boolean adapted = period.version() != 0;
    console.out().println();
    console
        .out()
        .printf(
            "%s, what %s said for each true target, in percent of its faces%s:%n",
            period.domain(), head(period), adapted ? " (source head → this head)" : "");
    table(period).print(console);
    sentences(period).forEach(console.out()::println);
  }

  private static TextTable table(TargetPeriodView period) {
    ConfusionMatrix before = period.source().targets();
    ConfusionMatrix after = period.active().targets();
    List<String> headings = new ArrayList<>(List.of("TRUE TARGET", "FACES"));
    headings.addAll(after.names());
    TextTable table = new TextTable(headings.toArray(String[]::new));
    for (String truth : after.names()) {
      if (after.faces(truth) > 0) {
        List<String> cells = new ArrayList<>(List.of(truth, Long.toString(after.faces(truth))));
        for (String said : after.names()) {
          cells.add(
              cell(before.share(truth, said), after.share(truth, said), period.version() != 0));
        }
        table.row(cells.toArray(String[]::new));
      }
    }
    return table;
  }

  private static String cell(double before, double after, boolean adapted) {
    if (before == 0 && after == 0) {
      return NEVER;
    }
    return adapted ? whole(before) + " → " + whole(after) : whole(after);
  }

  /** What the table comes to, the points on screens, and the glances. */
  static List<String> sentences(TargetPeriodView period) {
    List<String> sentences = new ArrayList<>();
    TargetScoreView before = period.source();
    TargetScoreView after = period.active();
    sentences.add(
        "%s: %s named the true target of %s of %d faces%s."
            .formatted(
                period.domain(),
                head(period),
                percent(after.targets().correct()),
                after.targets().faces(),
                instead(period, percent(before.targets().correct()))));
    IntStream.range(0, after.screens().size())
        .forEach(
            i ->
                sentences.add(
                    "%s: points on '%s' are off by %s, the median of %d faces%s."
                        .formatted(
                            period.domain(),
                            after.screens().get(i).target(),
                            distance(after.screens().get(i)),
                            after.screens().get(i).faces(),
                            instead(period, distance(before.screens().get(i))))));
    if (after.glances().truths() > 1) {
      sentences.add(
          "%s: of %d true glances %s%s."
              .formatted(
                  period.domain(),
                  after.glances().truths(),
                  glances(after.glances()),
                  instead(period, glances(before.glances()))));
    }
    return sentences;
  }

  private static String head(TargetPeriodView period) {
    return period.version() == 0 ? "the source head" : "head " + period.version();
  }

  private static String instead(TargetPeriodView period, String before) {
    return period.version() == 0 ? "" : " (source head: %s)".formatted(before);
  }

  private static String distance(ScreenErrorView error) {
    String millimetres = number(error.millimetres()) + " mm";
    return error.pixels().isPresent()
        ? "%s or %s px".formatted(millimetres, number(error.pixels().getAsDouble()))
        : millimetres;
  }

  private static String glances(GlanceScore score) {
    OptionalDouble onset = score.onsetMillis();
    return "%d found%s, %d false"
        .formatted(
            score.found(),
            onset.isPresent()
                ? String.format(
                    Locale.ROOT, " with a median start error of %.0f ms", onset.getAsDouble())
                : "",
            score.spurious());
  }

  private static String number(double value) {
    return Double.isInfinite(value) ? "unlimited" : String.format(Locale.ROOT, "%.0f", value);
  }

  private static String whole(double share) {
    return String.format(Locale.ROOT, "%.0f", 100 * share);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
