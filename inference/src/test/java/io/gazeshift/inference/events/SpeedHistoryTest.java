package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class SpeedHistoryTest {

  private static final long START = 1_700_000_000_000_000L;

  private final SpeedHistory speeds = new SpeedHistory(Set.of("van", "bus"));

  @Test
  void theSpeedIsTheLastOneThatWasMeasuredBeforeTheFrame() {
    speeds.add("van", START, 40);
    speeds.add("van", START + 2_000_000, 60);
    // Late ones find their place.
    speeds.add("van", START + 1_000_000, 50);

    assertThat(speeds.kmh("van", START - 1)).isEmpty();
    assertThat(speeds.kmh("van", START)).hasValue(40);
    assertThat(speeds.kmh("van", START + 1_500_000)).hasValue(50);
    assertThat(speeds.kmh("van", START + 2_000_001)).hasValue(60);
    assertThat(speeds.kmh("bus", START + 2_000_001)).isEmpty();
  }

  @Test
  void aSpeedOfMoreThanFiveSecondsAgoIsUnknown() {
    speeds.add("van", START, 40);

    assertThat(speeds.kmh("van", START + 5_000_000)).hasValue(40);
    assertThat(speeds.kmh("van", START + 5_000_001)).isEmpty();
  }

  @Test
  void speedsAreKeptForElevenMinutesBeforeThePredictionsThatCome() {
    for (int second = 0; second < 1000; second++) {
      speeds.add("van", START + 1_000_000L * second, second);
    }
    assertThat(speeds.kmh("van", START)).hasValue(0);

    speeds.keepBefore(START / 1000 + 999_000);

    assertThat(speeds.kmh("van", START + 340_000_000L)).hasValue(340);
    assertThat(speeds.kmh("van", START + 330_000_000L)).isEmpty();
  }

  @Test
  void vehiclesWithoutAProfileAreForgotten() {
    speeds.add("tram", START, 40);

    assertThat(speeds.kmh("tram", START)).isEmpty();
  }
}
