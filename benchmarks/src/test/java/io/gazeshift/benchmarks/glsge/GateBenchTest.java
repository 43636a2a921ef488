package io.gazeshift.benchmarks.glsge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.benchmarks.scenario.Scenario;
import io.gazeshift.glsge.gate.GateBounds;
import io.gazeshift.glsge.gate.GateCheck;
import io.gazeshift.glsge.gate.GateVerdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateBenchTest {

  @Test
  void goodAndHarmfulRunsAreCountedByWhatTheyAreInTruth() {
    GateReport report =
        new GateReport(
            settings(),
            List.of(
                run(9, true), run(9.5, false), run(9.6, true), run(10.5, false), run(12, true)));

    GateReport.Figures figures = report.figures(any -> true);

    assertThat(figures.good()).isEqualTo(2);
    assertThat(figures.goodAccepted()).isEqualTo(1);
    assertThat(figures.harmful()).isEqualTo(2);
    assertThat(figures.harmfulRefused()).isEqualTo(1);
    assertThat(figures.changeBehindGatePercent()).isCloseTo((-10 - 4 + 20) / 5.0, within(1e-9));
    assertThat(run(Double.NaN, true).isHarmful()).isTrue();
  }

  @Test
  void whereAPriorIsKnownTheProductMakesNoHeadWithoutIt() {
    assertThat(run(GateCandidate.SAFE, Knowledge.NOTHING).isTheProducts()).isTrue();
    assertThat(run(GateCandidate.SAFE, Knowledge.GLANCES).isTheProducts()).isTrue();
    assertThat(run(GateCandidate.SAFE, Knowledge.PRIOR).isTheProducts()).isFalse();
    assertThat(run(GateCandidate.SAFE_PRIOR, Knowledge.PRIOR).isTheProducts()).isTrue();
    assertThat(run(GateCandidate.FLAT, Knowledge.PRIOR).isTheProducts()).isFalse();
  }

  @Test
  void aSmallBenchmarkKnowsGoodHeadsFromHarmfulOnesAndPrintsTheTable() {
    List<Double> progress = new ArrayList<>();

    GateReport report = new GateBench(settings(), GateBounds.DEFAULT).run(progress::add);

    assertThat(progress).isSorted().last().isEqualTo(1.0);
    assertThat(report.runs())
        .filteredOn(run -> run.candidate() == GateCandidate.OFFSET_PRIOR)
        .hasSize(2)
        .allSatisfy(
            run -> {
              assertThat(run.changePercent()).isLessThan(-30);
              assertThat(run.verdict().accepted()).as("%s", run.verdict().rejections()).isTrue();
            });
    assertThat(report.runs())
        .filteredOn(GateRun::isHarmful)
        .isNotEmpty()
        .allSatisfy(run -> assertThat(run.verdict().accepted()).isFalse());
    assertThat(report.runs().stream().flatMap(run -> run.verdict().checks().stream()))
        .extracting(GateCheck::name)
        .contains("finite", "glances", "jump", "source-error", "halves");
    List<String> lines = GateTable.lines(report);
    assertThat(lines).anyMatch(line -> line.startsWith("| aside "));
    assertThat(lines).anyMatch(line -> line.startsWith("| site prior, those the product makes "));
  }

  private static GateBenchSettings settings() {
    return new GateBenchSettings(
        List.of(Scenario.ASIDE),
        List.of(GateCandidate.OFFSET_PRIOR, GateCandidate.STRETCH, GateCandidate.MIRRORED),
        500,
        List.of(11L));
  }

  private static GateRun run(GateCandidate candidate, Knowledge knowledge) {
    return new GateRun(
        Scenario.ASIDE, 1, candidate, knowledge, 10, 9, new GateVerdict(true, List.of()));
  }

  private static GateRun run(double candidateDeg, boolean accepted) {
    return new GateRun(
        Scenario.ASIDE,
        1,
        GateCandidate.PAPER,
        Knowledge.NOTHING,
        10,
        candidateDeg,
        new GateVerdict(accepted, List.of()));
  }
}
