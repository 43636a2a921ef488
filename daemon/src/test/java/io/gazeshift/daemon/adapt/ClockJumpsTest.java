package io.gazeshift.daemon.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockJumpsTest {

  private Instant time = Instant.parse("2026-03-01T12:00:00Z");
  private long nanos = Long.MAX_VALUE - 5;
  private final ClockJumps jumps = new ClockJumps(() -> time, () -> nanos);

  @Test
  void timeThatPassesIsNoJumpHoweverLongNobodyLooked() {
    pass(Duration.ofHours(9));
    assertThat(jumps.look()).isZero();
  }

  @Test
  void aClockThatIsPutRightByALittleIsNoJump() {
    time = time.plusSeconds(30);
    assertThat(jumps.look()).isZero();
  }

  @Test
  void aClockThatWasSetIsNoticedOnceAndByHowMuch() {
    pass(Duration.ofSeconds(1));
    time = time.plus(Duration.ofHours(7));
    assertThat(jumps.look()).isEqualTo(Duration.ofHours(7));
    assertThat(jumps.look()).isZero();
    time = time.minus(Duration.ofDays(400));
    assertThat(jumps.look()).isEqualTo(Duration.ofDays(-400));
  }

  private void pass(Duration duration) {
    time = time.plus(duration);
    nanos += duration.toNanos();
  }
}
