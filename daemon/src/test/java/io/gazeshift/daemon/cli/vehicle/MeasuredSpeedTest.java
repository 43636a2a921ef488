package io.gazeshift.daemon.cli.vehicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasuredSpeedTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000L);

  @Test
  void aSpeedAloneIsOfNow() {
    assertThat(MeasuredSpeed.parse(" 62.5 ", NOW))
        .contains(new MeasuredSpeed(1_700_000_000_000_000L, 62.5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1700000001.25 62.5", "(1700000001.250000) 62.5\n"})
  void aTimeBeforeItIsThatOfTheMeasurement(String line) {
    assertThat(MeasuredSpeed.parse(line, NOW))
        .contains(new MeasuredSpeed(1_700_000_001_250_000L, 62.5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fast", "-3", "NaN", "62,5", "1700000001.25", "1 2 3"})
  void anythingElseIsNoSpeed(String line) {
    assertThat(MeasuredSpeed.parse(line, NOW)).isEmpty();
  }
}
