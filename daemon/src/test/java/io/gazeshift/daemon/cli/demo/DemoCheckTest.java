package io.gazeshift.daemon.cli.demo;

import static io.gazeshift.daemon.cli.demo.DemoSummaryTest.reign;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.daemon.live.ReignView;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DemoCheckTest {

  @Test
  void passesAQuarterBelowTheSourceHeadAndBelowAllControls() {
    assertThat(check(reign(0, 8, 8, 7), reign(1, 5.9, 8, 7)).isPassed()).isTrue();
    assertThat(check(reign(1, 5.9, 8, 7)).sentences()).containsExactly("check: lab passes.");
  }

  @Test
  void failsWhereTheErrorDidNotFallByAQuarter() {
    DemoCheck check = check(reign(1, 5.9, 7.5, 7));

    assertThat(check.isPassed()).isFalse();
    assertThat(check.sentences())
        .containsExactly("check: lab FAILS: 21.3 % below the source head, 25 % are asked for.");
  }

  @Test
  void failsWhereAControlIsAsGood() {
    assertThat(check(reign(1, 5, 8, 5)).sentences())
        .containsExactly("check: lab FAILS: not below the shrinkage control.");
    assertThat(check(reign(1, 6, 9, 7)).sentences())
        .containsExactly("check: lab FAILS: not below the source head with an offset.");
    ReignView byPrior = reign(1, 5, 8, 7, OptionalDouble.of(4), OptionalDouble.of(6));
    assertThat(check(byPrior).sentences())
        .containsExactly("check: lab FAILS: not below the prior alone.");
  }

  @Test
  void theLastHeadCounts() {
    assertThat(check(reign(1, 5, 8, 7), reign(2, 7.5, 8, 7)).isPassed()).isFalse();
    assertThat(check(reign(1, 7.5, 8, 7), reign(2, 5, 8, 7)).isPassed()).isTrue();
  }

  @Test
  void failsWhereNothingWasAdaptedOrSeenOrMeasured() {
    assertThat(check(reign(0, 8, 8, 7)).sentences())
        .containsExactly("check: lab FAILS: no head was adapted.");
    assertThat(check(reign(1, Double.NaN, 8, 7)).isPassed()).isFalse();
    DemoCheck unseen = new DemoCheck(List.of("lab", "vehicle"), List.of(reign(1, 5, 8, 7)));
    assertThat(unseen.isPassed()).isFalse();
    assertThat(unseen.sentences())
        .containsExactly(
            "check: lab passes.", "check: vehicle FAILS: no face of known gaze was predicted.");
  }

  private static DemoCheck check(ReignView... reigns) {
    return new DemoCheck(List.of("lab"), List.of(reigns));
  }
}
