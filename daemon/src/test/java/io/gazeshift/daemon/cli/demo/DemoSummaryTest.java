package io.gazeshift.daemon.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.live.ActivePeriodView;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DemoSummaryTest {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void everyHeadHasARowAndEveryDomainAVerdictOnItsLastHead() {
    StringWriter out = new StringWriter();
    Console console = new Console(new PrintWriter(out), new PrintWriter(out), false, 80, Map.of());

    new DemoSummary(List.of(period(0, 8, 8, 7), period(1, 7, 8, 7), period(2, 5, 8, 7)))
        .print(console);

    assertThat(out.toString())
        .contains(
            "DOMAIN  HEAD  SECONDS  FACES  SOURCE HEAD  SHRUNK  PRIOR ALONE  SOURCE + OFFSET "
                + " ACTIVE HEAD  REDUCTION")
        .contains(
            "lab     0     60       900    8.00°        7.00°   9.50°        6.00°           "
                + " 8.00°        -")
        .contains(
            "lab     2     60       900    8.00°        7.00°   9.50°        6.00°           "
                + " 5.00°        38 %")
        .contains("lab: error of head 2 is 5.00°, 38 % below the source head");
    assertThat(out.toString().lines().limit(6)).allMatch(line -> line.length() <= 120);
  }

  @Test
  void whatIsNotBetterIsSaidAloud() {
    assertThat(DemoSummary.verdict(period(1, 9, 8, 7)))
        .isEqualTo(
            "lab: error of head 1 is 9.00°, 13 % ABOVE the source head on the same faces (8.00°);"
                + " NOT below the shrinkage control (7.00°), below the prior alone (9.50°), NOT"
                + " below the source head with an offset (6.00°).");
    assertThat(DemoSummary.verdict(period(0, 8, 8, 7))).contains("no head was adapted");
  }

  @Test
  void withoutAPriorNothingIsSaidOfOne() {
    ActivePeriodView unknown = period(1, 5, 8, 7, OptionalDouble.empty(), OptionalDouble.empty());

    assertThat(DemoSummary.verdict(unknown)).endsWith("below the shrinkage control (7.00°).");
  }

  static ActivePeriodView period(long version, double error, double source, double shrunk) {
    return period(version, error, source, shrunk, OptionalDouble.of(9.5), OptionalDouble.of(6));
  }

  static ActivePeriodView period(
      long version,
      double error,
      double source,
      double shrunk,
      OptionalDouble prior,
      OptionalDouble offset) {
    return new ActivePeriodView(
        "lab", version, START, START.plusSeconds(60), 900, error, source, shrunk, prior, offset);
  }
}
