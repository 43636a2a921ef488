package io.gazeshift.common.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressBarTest {

  private final TestClock clock = new TestClock();
  private final TestConsole pipe = TestConsole.pipe();

  @Test
  void itTellsHowFarTheWorkIsAndHowLongItWillTake() {
    try (StatusLine line = new StatusLine(pipe.console(), clock, Duration.ofSeconds(1))) {
      ProgressBar bar = new ProgressBar(line, clock, "training");
      bar.update(0);
      clock.advance(Duration.ofSeconds(30));
      bar.update(0.25);
      clock.advance(Duration.ofHours(2));
      bar.update(0.5);
      clock.advance(Duration.ofSeconds(30));
      bar.update(1);
    }

    assertThat(pipe.out())
        .isEqualToNormalizingNewlines(
            """
            training [------------------------]   0%
            training [######------------------]  25% 1:30 left
            training [############------------]  50% 2:00:30 left
            training [########################] 100% in 2:01:00
            """);
  }

  @Test
  void aFractionOutsideTheRangeIsHeldWithinIt() {
    try (StatusLine line = new StatusLine(pipe.console(), clock, Duration.ZERO)) {
      ProgressBar bar = new ProgressBar(line, clock, "x");
      bar.update(-1);
      bar.update(7);
      bar.update(Double.NaN);
    }

    assertThat(pipe.out().lines())
        .containsExactly(
            "x [------------------------]   0%",
            "x [########################] 100% in 0:00", "x [------------------------]   0%");
  }
}
