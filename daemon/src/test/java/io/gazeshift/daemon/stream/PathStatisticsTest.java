package io.gazeshift.daemon.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PathStatisticsTest {

  private final PathStatistics statistics = new PathStatistics(0);

  @Test
  void withoutPredictionsEverythingIsZero() {
    assertThat(statistics.count()).isZero();
    assertThat(statistics.rate(seconds(5))).isZero();
    assertThat(statistics.latencyMicros(0.99)).isZero();
  }

  @Test
  void theRateForgetsWhatIsOlderThanAFewSeconds() {
    for (int i = 0; i < 100; i++) {
      statistics.arrived("cam0", 1000, seconds(10) + i * seconds(1) / 20);
    }
    assertThat(statistics.rate(seconds(15))).isCloseTo(20, within(1.0));
    assertThat(statistics.rate(seconds(60))).isZero();
    assertThat(statistics.count()).isEqualTo(100);
  }

  @Test
  void atTheStartTheRateIsOverTheTimeThatHasPassed() {
    statistics.arrived("cam0", 1000, seconds(1) / 2);
    statistics.arrived("cam0", 1000, seconds(1));
    assertThat(statistics.rate(seconds(1))).isCloseTo(2, within(1e-9));
  }

  @Test
  void percentilesAreThoseOfTheLatestPredictions() {
    for (int i = 1; i <= 100; i++) {
      statistics.arrived(i % 2 == 0 ? "a" : "b", i * 1000L, seconds(i));
    }
    assertThat(statistics.latencyMicros(0.5)).isEqualTo(51_000);
    assertThat(statistics.latencyMicros(0.99)).isEqualTo(100_000);
    assertThat(statistics.cameras()).containsExactly("a", "b");
    for (int i = 0; i < 10_000; i++) {
      statistics.arrived("a", 7000, seconds(200));
    }
    assertThat(statistics.latencyMicros(0.99)).isEqualTo(7000);
  }

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
