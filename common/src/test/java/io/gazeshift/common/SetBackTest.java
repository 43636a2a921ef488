package io.gazeshift.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SetBackTest {

  private Instant wall = Instant.parse("2026-01-01T12:00:00Z");
  private long nanos = 5;
  private final SetBack clock = new SetBack(() -> wall, () -> nanos);

  @Test
  void aClockThatGoesOnWasNotSetBack() {
    passes(Duration.ofSeconds(1));
    assertThat(clock.sinceLastAsked()).isZero();
    passes(Duration.ofDays(2));
    assertThat(clock.sinceLastAsked()).isZero();
  }

  @Test
  void isToldOnceByHowMuch() {
    passes(Duration.ofSeconds(1));
    wall = wall.minusSeconds(3600);
    assertThat(clock.sinceLastAsked()).isEqualTo(Duration.ofSeconds(3600));
    passes(Duration.ofSeconds(1));
    assertThat(clock.sinceLastAsked()).isZero();
  }

  @Test
  void goingBackAfterGoingForwardIsNoticed() {
    wall = wall.plusSeconds(3600);
    assertThat(clock.sinceLastAsked()).isZero();
    wall = wall.minusSeconds(3600);
    assertThat(clock.sinceLastAsked()).isEqualTo(Duration.ofSeconds(3600));
  }

  @Test
  void whatIsKeptRightLittleByLittleIsNotNoticedUntilItIsMuch() {
    wall = wall.minusMillis(900);
    assertThat(clock.sinceLastAsked()).isZero();
    wall = wall.minusMillis(900);
    assertThat(clock.sinceLastAsked()).isZero();
    wall = wall.minusMillis(900);
    assertThat(clock.sinceLastAsked()).isEqualTo(Duration.ofMillis(2700));
  }

  private void passes(Duration time) {
    wall = wall.plus(time);
    nanos += time.toNanos();
  }
}
