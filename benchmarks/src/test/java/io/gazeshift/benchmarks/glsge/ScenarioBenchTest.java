package io.gazeshift.benchmarks.glsge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.benchmarks.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioBenchTest {

  @Test
  void aChangeIsCountedAgainstNoAdaptationSeedBySeed() {
    BenchSettings settings =
        new BenchSettings(
            List.of(Scenario.ASIDE),
            List.of(100),
            List.of(1L, 2L),
            List.of(Method.NO_ADAPTATION, Method.SAFE, Method.SUPERVISED),
            true);
    BenchReport report =
        new BenchReport(settings, List.of(measured(1, 10, 9, 5), measured(2, 10, 7, 5)));

    BenchReport.Cell cell = report.cell(Scenario.ASIDE, 100, Method.SAFE);

    assertThat(cell.meanDeg()).isCloseTo(8, within(1e-9));
    assertThat(cell.changePercent()).isCloseTo(-20, within(1e-9));
    assertThat(cell.standardErrorPercent()).isCloseTo(10, within(1e-9));
    assertThat(report.wayPercent(Scenario.ASIDE, 100, Method.SAFE)).isCloseTo(40, within(1e-9));
    assertThat(report.worstChangePercent(Scenario.ASIDE, 100, Method.SAFE))
        .isCloseTo(-10, within(1e-9));
  }

  @Test
  void theTableHasARowForEachMethodAndTheGate() {
    List<Double> progress = new ArrayList<>();
    BenchSettings settings =
        BenchSettings.quick(1).withScenarios(List.of(Scenario.ASIDE)).withFrames(List.of(100));

    List<String> lines = BenchTable.lines(new ScenarioBench(settings).run(progress::add));

    assertThat(progress).isSorted().last().isEqualTo(1.0);
    assertThat(lines.get(0)).startsWith("100 target frames, 1 seed:");
    assertThat(lines).anyMatch(line -> line.startsWith("| supervised bound"));
    assertThat(lines)
        .anyMatch(line -> line.matches("\\| worst seed: safe adaptation +\\| \\+0.0 %.*"));
    assertThat(lines).anyMatch(line -> line.matches("\\| safe adaptation changed .* 0/1 .*"));
  }

  private static Measurement measured(long seed, double none, double safe, double bound) {
    return new Measurement(
        Scenario.ASIDE,
        100,
        seed,
        Map.of(Method.NO_ADAPTATION, none, Method.SAFE, safe, Method.SUPERVISED, bound),
        true);
  }
}
