package io.gazeshift.daemon.cli.demo;

import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.TextTable;
import io.gazeshift.daemon.live.ReignView;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** What came of it: each head on the frames of its time, beside what would have been without it. */
final class DemoSummary {

  private final List<ReignView> reigns;

  /**
   * @param reigns of all domains, each domain's oldest first
   */
  DemoSummary(List<ReignView> reigns) {
    this.reigns = reigns;
  }

  void print(Console console) {
    console.out().println();
    console
        .out()
        .println("Mean angle to the rendered truth; in each row all are scored on the same faces:");
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
            "HEAD IN FORCE",
            "REDUCTION");
    Map<String, ReignView> last = new LinkedHashMap<>();
    for (ReignView reign : reigns) {
      table.row(
          reign.domain(),
          Long.toString(reign.version()),
          Long.toString(Duration.between(reign.from(), reign.to()).toSeconds()),
          Long.toString(reign.faces()),
          degrees(reign.sourceDegrees()),
          degrees(reign.shrunkDegrees()),
          degrees(reign.priorDegrees()),
          degrees(reign.offsetDegrees()),
          degrees(reign.degrees()),
          reign.version() == 0 ? "-" : percent(reign.reduction()));
      last.put(reign.domain(), reign);
    }
    table.print(console);
    last.values().forEach(reign -> console.out().println(verdict(reign)));
    console.out().flush();
  }

  /** A newcomer's question: did it help, and would less have done? */
  static String verdict(ReignView last) {
    if (last.version() == 0) {
      return "%s: no head was adapted, so nothing has changed.".formatted(last.domain());
    }
    String change =
        last.reduction() >= 0
            ? percent(last.reduction()) + " less than"
            : percent(-last.reduction()) + " MORE than";
    return "%s: head %d errs by %s, %s the source head on the same faces (%s); %s%s%s."
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
