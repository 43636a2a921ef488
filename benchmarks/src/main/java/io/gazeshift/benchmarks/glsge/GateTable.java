package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** A gate's report as Markdown tables: by scenario, by candidate, and the figures in the end. */
public final class GateTable {

  private GateTable() {}

  public static List<String> lines(GateReport report) {
    List<Long> seeds = report.settings().seeds();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%,d target frames, seeds %d to %d: accepted of the runs that lower the true error by 5"
                + " %% or more | refused of those that raise it by as much",
            report.settings().frames(),
            seeds.get(0),
            seeds.get(seeds.size() - 1)));
    lines.add("");
    List<List<String>> rows = new ArrayList<>();
    rows.add(MarkdownTable.row("scenario", headings()));
    for (Scenario scenario : report.settings().scenarios()) {
      rows.add(MarkdownTable.row(scenario.label(), cells(report, r -> r.scenario() == scenario)));
    }
    lines.addAll(MarkdownTable.lines(rows));
    lines.add("");
    rows.clear();
    rows.add(MarkdownTable.row("candidate", headings()));
    for (GateCandidate candidate : report.settings().candidates()) {
      rows.add(
          MarkdownTable.row(candidate.label(), cells(report, r -> r.candidate() == candidate)));
    }
    lines.addAll(MarkdownTable.lines(rows));
    lines.add("");
    lines.addAll(MarkdownTable.lines(figures(report)));
    return lines;
  }

  private static List<String> headings() {
    return List.of(Knowledge.values()).stream().map(Knowledge::label).toList();
  }

  private static List<String> cells(GateReport report, Predicate<GateRun> wanted) {
    return List.of(Knowledge.values()).stream()
        .map(k -> report.figures(wanted.and(r -> r.knowledge() == k)))
        .map(
            f ->
                "%d/%d, %d/%d"
                    .formatted(f.goodAccepted(), f.good(), f.harmfulRefused(), f.harmful()))
        .toList();
  }

  private static List<List<String>> figures(GateReport report) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "all runs",
            "good accepted (goal 80 %)",
            "harmful refused (goal 95 %)",
            "error on average: ungated",
            "behind the gate"));
    for (Knowledge knowledge : Knowledge.values()) {
      addFigures(rows, knowledge.label(), report, run -> run.knowledge() == knowledge);
    }
    addFigures(rows, "all three together", report, run -> true);
    return rows;
  }

  private static void addFigures(
      List<List<String>> rows, String name, GateReport report, Predicate<GateRun> some) {
    rows.add(row(name + ", all candidates", report.figures(some)));
    rows.add(
        row(name + ", those the product makes", report.figures(some.and(GateRun::isTheProducts))));
  }

  private static List<String> row(String name, GateReport.Figures f) {
    return List.of(
        name,
        share(f.goodAccepted(), f.good()),
        share(f.harmfulRefused(), f.harmful()),
        String.format(Locale.ROOT, "%+.1f %%", f.changePercent()),
        String.format(Locale.ROOT, "%+.1f %%", f.changeBehindGatePercent()));
  }

  private static String share(int part, int of) {
    return of == 0
        ? "-"
        : String.format(Locale.ROOT, "%.0f %% (%d of %d)", 100.0 * part / of, part, of);
  }
}
