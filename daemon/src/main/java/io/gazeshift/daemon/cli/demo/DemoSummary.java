package io.gazeshift.daemon.cli.demo;

import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.TextTable;
import io.gazeshift.daemon.live.ActivePeriodView;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** The demo's result: the error of each head while it was active, beside that of the controls. */
final class DemoSummary {

  private final List<ActivePeriodView> periods;

  /**
   * @param periods of all domains, each domain's oldest first
   */
  DemoSummary(List<ActivePeriodView> periods) {
    this.periods = periods;
  }

  void print(Console console) {
    console.out().println();
    console
        .out()
        .println("Mean angle to the true gaze; all columns of a row are scored on the same faces:");
    TextTable table =
        new TextTable(
            "DOMAIN",
            "HEAD",
            "SECONDS",
            "FACES",
            "SOURCE HEAD",
            "SHRUNK",
            "PRIOR ALONE",
            "SOURCE + OFFSET",
            "ACTIVE HEAD",
            "REDUCTION");
    Map<String, ActivePeriodView> last = new LinkedHashMap<>();
    for (ActivePeriodView period : periods) {
      table.row(
          period.domain(),
          Long.toString(period.version()),
          Long.toString(Duration.between(period.from(), period.to()).toSeconds()),
          Long.toString(period.faces()),
          degrees(period.sourceDegrees()),
          degrees(period.shrunkDegrees()),
          degrees(period.priorDegrees()),
          degrees(period.offsetDegrees()),
          degrees(period.degrees()),
          period.version() == 0 ? "-" : percent(period.reduction()));
      last.put(period.domain(), period);
    }
    table.print(console);
    last.values().forEach(period -> console.out().println(verdict(period)));
    console.out().flush();
  }

  /** Says whether adaptation helped, and whether something simpler would have done. */
  static String verdict(ActivePeriodView last) {
    if (last.version() == 0) {
      return "%s: no head was adapted; the source head stays active.".formatted(last.domain());
    }
    String change =
        last.reduction() >= 0
            ? percent(last.reduction()) + " below"
            : percent(-last.reduction()) + " ABOVE";
    return "%s: error of head %d is %s, %s the source head on the same faces (%s); %s%s%s."
        .formatted(
            last.domain(),
            last.version(),
            degrees(last.degrees()),
            change,
            degrees(last.sourceDegrees()),
            against("the shrinkage control", last.degrees(), last.shrunkDegrees()),
            andAgainst("the prior alone", last.degrees(), last.priorDegrees()),
            andAgainst("the source head with an offset", last.degrees(), last.offsetDegrees()));
  }

  private static String andAgainst(String what, double degrees, OptionalDouble other) {
    return other.isPresent() ? ", " + against(what, degrees, other.getAsDouble()) : "";
  }

  private static String against(String what, double degrees, double other) {
    return "%s %s (%s)".formatted(degrees < other ? "below" : "NOT below", what, degrees(other));
  }

  private static String degrees(double value) {
    return String.format(Locale.ROOT, "%.2f°", value);
  }

  private static String degrees(OptionalDouble value) {
    return value.isPresent() ? degrees(value.getAsDouble()) : "-";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
