package io.gazeshift.daemon.cli.demo;

import static io.gazeshift.daemon.cli.demo.DemoSummaryTest.period;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.daemon.live.ActivePeriodView;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DemoCheckTest {

  @Test
  void passesAQuarterBelowTheSourceHeadAndBelowAllControls() {
    assertThat(check(period(0, 8, 8, 7), period(1, 5.9, 8, 7)).isPassed()).isTrue();
    assertThat(check(period(1, 5.9, 8, 7)).sentences()).containsExactly("check: lab passes.");
  }

  @Test
  void failsWhereTheErrorDidNotFallByAQuarter() {
    DemoCheck check = check(period(1, 5.9, 7.5, 7));

    assertThat(check.isPassed()).isFalse();
    assertThat(check.sentences())
        .containsExactly(
            "check: lab FAILS: error is 21.3 % below the source head's, required are 25 %.");
  }

  @Test
  void failsWhereAControlIsAsGood() {
    assertThat(check(period(1, 5, 8, 5)).sentences())
        .containsExactly("check: lab FAILS: not below the shrinkage control.");
    assertThat(check(period(1, 6, 9, 7)).sentences())
        .containsExactly("check: lab FAILS: not below the source head with an offset.");
    ActivePeriodView byPrior = period(1, 5, 8, 7, OptionalDouble.of(4), OptionalDouble.of(6));
    assertThat(check(byPrior).sentences())
        .containsExactly("check: lab FAILS: not below the prior alone.");
  }

  @Test
  void theLastHeadCounts() {
    assertThat(check(period(1, 5, 8, 7), period(2, 7.5, 8, 7)).isPassed()).isFalse();
    assertThat(check(period(1, 7.5, 8, 7), period(2, 5, 8, 7)).isPassed()).isTrue();
  }

  @Test
  void failsWhereNothingWasAdaptedOrSeenOrMeasured() {
    assertThat(check(period(0, 8, 8, 7)).sentences())
        .containsExactly("check: lab FAILS: no head was adapted.");
    assertThat(check(period(1, Double.NaN, 8, 7)).isPassed()).isFalse();
    DemoCheck unseen = new DemoCheck(List.of("lab", "vehicle"), List.of(period(1, 5, 8, 7)));
    assertThat(unseen.isPassed()).isFalse();
    assertThat(unseen.sentences())
        .containsExactly(
            "check: lab passes.", "check: vehicle FAILS: no face with a known gaze was predicted.");
  }

  private static DemoCheck check(ActivePeriodView... periods) {
    return new DemoCheck(List.of("lab"), List.of(periods));
  }
}
