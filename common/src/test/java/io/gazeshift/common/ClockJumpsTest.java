package io.gazeshift.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockJumpsTest {

  private Instant time = Instant.parse("2026-03-01T12:00:00Z");
  private long nanos = Long.MAX_VALUE - 5;
  private final ClockJumps jumps = jumpsOfAtLeast(Duration.ofMinutes(1));

  @Test
  void timeThatPassesIsNoJumpHoweverRareTheCalls() {
    pass(Duration.ofSeconds(1));
    assertThat(jumps.sinceLastAsked()).isZero();
    pass(Duration.ofHours(9));
    assertThat(jumps.sinceLastAsked()).isZero();
  }

  @Test
  void aClockThatIsPutRightByALittleIsNoJumpHoweverOften() {
    for (int i = 0; i < 3; i++) {
      time = time.plusSeconds(30);
      assertThat(jumps.sinceLastAsked()).isZero();
    }
  }

  @Test
  void whereNothingIsTooLittleAllOfItIsTold() {
    ClockJumps all = jumpsOfAtLeast(Duration.ZERO);
    time = time.minusMillis(900);
    assertThat(all.sinceLastAsked()).isEqualTo(Duration.ofMillis(-900));
    pass(Duration.ofSeconds(1));
    assertThat(all.sinceLastAsked()).isZero();
  }

  @Test
  void aClockThatWasSetIsNoticedOnceAndByHowMuch() {
    pass(Duration.ofSeconds(1));
    time = time.plus(Duration.ofHours(7));
    assertThat(jumps.sinceLastAsked()).isEqualTo(Duration.ofHours(7));
    assertThat(jumps.sinceLastAsked()).isZero();
    time = time.minus(Duration.ofDays(400));
    pass(Duration.ofSeconds(1));
    assertThat(jumps.sinceLastAsked()).isEqualTo(Duration.ofDays(-400));
  }

  private ClockJumps jumpsOfAtLeast(Duration least) {
    return new ClockJumps(() -> time, () -> nanos, least);
  }

  private void pass(Duration duration) {
    time = time.plus(duration);
    nanos += duration.toNanos();
  }
}
