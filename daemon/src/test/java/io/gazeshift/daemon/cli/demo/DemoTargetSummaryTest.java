package io.gazeshift.daemon.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.live.ScreenErrorView;
import io.gazeshift.daemon.live.TargetPeriodView;
import io.gazeshift.daemon.live.TargetScoreView;
import io.gazeshift.targets.score.ConfusionMatrix;
import io.gazeshift.targets.score.GlanceScore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DemoTargetSummaryTest {

  private static final List<String> NAMES = List.of("road", "mirror", "elsewhere");

  private static final TargetScoreView BEFORE =
      score(
          new long[][] {{80, 0, 20}, {30, 10, 10}, {0, 0, 0}},
          List.of(),
          new GlanceScore(12, 5, 9, OptionalDouble.of(133.4)));

  private static final TargetScoreView AFTER =
      score(
          new long[][] {{99, 0, 1}, {5, 40, 5}, {0, 0, 0}},
          List.of(),
          new GlanceScore(12, 11, 1, OptionalDouble.of(66.7)));

  @Test
  void theMatrixHasBothHeadsInEveryCellAndNoRowsThatNeverHappened() {
    String printed =
        printed(
            new TargetPeriodView("vehicle", 0, BEFORE, BEFORE),
            new TargetPeriodView("vehicle", 2, BEFORE, AFTER));

    assertThat(printed.lines())
        .containsExactly(
            "",
            "vehicle, what head 2 said for each true target, in percent of its faces (source head →"
                + " this head):",
            "TRUE TARGET  FACES  road     mirror   elsewhere",
            "road         100    80 → 99  .        20 → 1",
            "mirror       50     60 → 10  20 → 80  20 → 10",
            "vehicle: head 2 named the true target of 93 % of 150 faces (source head: 60 %).",
            "vehicle: of 12 true glances 11 found with a median start error of 67 ms, 1 false (source"
                + " head: 5 found with a median start error of 133 ms, 9 false).");
  }

  @Test
  void pointsOnAScreenAreOffInMillimetresAndPixels() {
    TargetScoreView before = onScreen(61.3, OptionalDouble.of(222.2));
    TargetScoreView after = onScreen(24.4, OptionalDouble.of(88.8));

    assertThat(DemoTargetSummary.sentences(new TargetPeriodView("lab", 1, before, after)))
        .containsExactly(
            "lab: head 1 named the true target of 100 % of 10 faces (source head: 100 %).",
            "lab: points on 'screen' are off by 24 mm or 89 px, the median of 10 faces (source"
                + " head: 61 mm or 222 px).");
    assertThat(
            DemoTargetSummary.sentences(
                new TargetPeriodView(
                    "lab",
                    1,
                    onScreen(Double.POSITIVE_INFINITY, OptionalDouble.empty()),
                    onScreen(24.4, OptionalDouble.empty()))))
        .contains(
            "lab: points on 'screen' are off by 24 mm, the median of 10 faces (source head:"
                + " unlimited mm).");
  }

  @Test
  void withoutAnAdaptedHeadThereIsNothingToCompareWith() {
    String printed = printed(new TargetPeriodView("vehicle", 0, BEFORE, BEFORE));

    assertThat(printed)
        .contains("what the source head said for each true target, in percent of its faces:")
        .contains("mirror       50     60    20      20\n")
        .contains("the source head named the true target of 60 % of 150 faces.")
        .doesNotContain("→")
        .doesNotContain("(source head");
  }

  private static String printed(TargetPeriodView... periods) {
    StringWriter out = new StringWriter();
    Console console = new Console(new PrintWriter(out), new PrintWriter(out), false, 80, Map.of());
    new DemoTargetSummary(List.of(periods)).print(console);
    return out.toString();
  }

  private static TargetScoreView onScreen(double millimetres, OptionalDouble pixels) {
    return score(
        new long[][] {{10, 0, 0}, {0, 0, 0}, {0, 0, 0}},
        List.of(new ScreenErrorView("screen", 10, millimetres, pixels)),
        new GlanceScore(1, 1, 0, OptionalDouble.of(0)));
  }

  private static TargetScoreView score(
      long[][] counts, List<ScreenErrorView> screens, GlanceScore glances) {
    return new TargetScoreView(
        new ConfusionMatrix(
            NAMES, Arrays.stream(counts).map(row -> Arrays.stream(row).boxed().toList()).toList()),
        screens,
        glances);
  }
}
