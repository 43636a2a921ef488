package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A report as Markdown tables that can be read as they are, one for each number of frames. */
public final class BenchTable {

  private BenchTable() {}

  public static List<String> lines(BenchReport report) {
    int seeds = report.settings().seeds().size();
    List<String> lines = new ArrayList<>();
    for (int frames : report.settings().frames()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%,d target frames, %d %s: mean angular error in degrees (change against no"
                  + " adaptation ± standard error, percent)",
              frames,
              seeds,
              seeds == 1 ? "seed" : "seeds"));
      lines.add("");
      lines.addAll(MarkdownTable.lines(rows(report, frames)));
      lines.add("");
    }
    return lines;
  }

  private static List<List<String>> rows(BenchReport report, int frames) {
    List<Scenario> scenarios = report.settings().scenarios();
    List<List<String>> rows = new ArrayList<>();
    rows.add(MarkdownTable.row("method", scenarios.stream().map(Scenario::label).toList()));
    for (Method method : report.settings().methods()) {
      rows.add(
          MarkdownTable.row(
              method.label(),
              scenarios.stream().map(s -> text(report.cell(s, frames, method), method)).toList()));
    }
    for (Method method : List.of(Method.SAFE, Method.SAFE_PRIOR)) {
      rows.add(
          MarkdownTable.row(
              "way to the bound: " + method.label(),
              scenarios.stream().map(s -> percent(report.wayPercent(s, frames, method))).toList()));
    }
    for (Method method : List.of(Method.SAFE, Method.SAFE_PRIOR)) {
      rows.add(
          MarkdownTable.row(
              "worst seed: " + method.label(),
              scenarios.stream()
                  .map(s -> signed(report.worstChangePercent(s, frames, method)))
                  .toList()));
    }
    rows.add(
        MarkdownTable.row(
            "safe adaptation changed the head",
            scenarios.stream()
                .map(s -> report.gatesOpened(s, frames) + "/" + report.settings().seeds().size())
                .toList()));
    return rows;
  }

  private static String text(BenchReport.Cell cell, Method method) {
    return method == Method.NO_ADAPTATION
        ? String.format(Locale.ROOT, "%.2f", cell.meanDeg())
        : String.format(
            Locale.ROOT,
            "%.2f (%+.0f ±%.0f)",
            cell.meanDeg(),
            cell.changePercent(),
            cell.standardErrorPercent());
  }

  private static String signed(double percent) {
    return String.format(Locale.ROOT, "%+.1f %%", percent);
  }

  /** A bound that is no better than doing nothing leaves no way to go. */
  private static String percent(double way) {
    return Double.isFinite(way) ? String.format(Locale.ROOT, "%.0f %%", way) : "-";
  }
}
