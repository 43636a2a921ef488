package io.gazeshift.benchmarks.glsge;

import java.util.List;
import java.util.function.Predicate;

/** What a gate said of the candidates it was tried on. */
public record GateReport(GateBenchSettings settings, List<GateRun> runs) {

  public GateReport {
    runs = List.copyOf(runs);
  }

  /**
   * The two figures that a gate is measured by, of some of the runs.
   *
   * @param good how many lowered the true error by 5 % or more
   * @param goodAccepted how many of these were accepted
   * @param harmful how many raised it by 5 % or more
   * @param harmfulRefused how many of these were rejected
   * @param changeBehindGatePercent what happens to the error on average, rejected heads changing
   *     nothing
   * @param changePercent the same if all candidates served
   */
  public record Figures(
      int good,
      int goodAccepted,
      int harmful,
      int harmfulRefused,
      double changeBehindGatePercent,
      double changePercent) {}

  public Figures figures(Predicate<GateRun> wanted) {
    List<GateRun> some = runs.stream().filter(wanted).toList();
    List<GateRun> good = some.stream().filter(GateRun::isGood).toList();
    List<GateRun> harmful = some.stream().filter(GateRun::isHarmful).toList();
    return new Figures(
        good.size(),
        (int) good.stream().filter(run -> run.verdict().accepted()).count(),
        harmful.size(),
        (int) harmful.stream().filter(run -> !run.verdict().accepted()).count(),
        some.stream()
            .mapToDouble(run -> run.verdict().accepted() ? run.changePercent() : 0)
            .average()
            .orElse(0),
        some.stream().mapToDouble(GateRun::changePercent).average().orElse(0));
  }
}
