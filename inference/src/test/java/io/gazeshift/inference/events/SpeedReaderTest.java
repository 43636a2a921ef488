package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.metrics.BoundedMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpeedReaderTest {

  private static final long START = 1_700_000_000_000L;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SpeedHistory history = new SpeedHistory(Set.of("van"));
  private final SpeedTopic topic = new SpeedTopic();
  private final AtomicLong nanos = new AtomicLong();
  private final SpeedReader reader =
      new SpeedReader(topic, history, new EventMeters(BoundedMeters.of(registry)), nanos::get);

  private void addSeconds(int from, int to) {
    for (int second = from; second < to; second++) {
      topic.add("van", START + 1000L * second, second % 100);
    }
  }

  private double kmh(long millis) {
    return history.kmh("van", 1000 * millis).orElse(Double.NaN);
  }

  @Test
  void predictionsThatWaitedForAnHourFindTheSpeedsOfTheirTime() {
    addSeconds(0, 3600);

    // As many frames as Kafka gives at once, of 30 a second.
    for (long first = 0; first < 3_600_000; first += 500 * 1000 / 30) {
      long last = Math.min(3_599_999, first + 500 * 1000 / 30);
      reader.readFor(START + first, START + last);
      for (long frame = first; frame <= last; frame += 33) {
        assertThat(kmh(START + frame)).isEqualTo(frame / 1000 % 100);
      }
    }
  }

  @Test
  void speedsThatPredictionsHaveNoMoreUseForAreForgotten() {
    addSeconds(0, 3600);
    reader.readFor(START, START + 3_600_000);
    assertThat(kmh(START)).isZero();

    reader.readFor(START + 3_600_000, START + 3_600_000);
    assertThat(kmh(START + 2_930_000)).isNaN();
    assertThat(kmh(START + 2_940_000)).isEqualTo(40);
  }

  @Test
  void whileThereAreNoPredictionsTheLastElevenMinutesAreKept() {
    addSeconds(0, 1);
    reader.readFor(START, START);
    addSeconds(1, 3600);
    for (int i = 0; i < 10; i++) {
      reader.keepUp();
    }

    assertThat(kmh(START + 2_930_000)).isNaN();
    assertThat(kmh(START + 2_940_000)).isEqualTo(40);
    assertThat(kmh(START + 3_599_000)).isEqualTo(99);
  }

  @Test
  void earlierPredictionsBeginAnew() {
    addSeconds(0, 3600);
    reader.readFor(START + 3_000_000, START + 3_000_000);
    assertThat(kmh(START + 600_000)).isNaN();

    reader.readFor(START + 600_000, START + 700_000);
    assertThat(kmh(START + 610_000)).isEqualTo(10);
  }

  @Test
  void thereIsNoTimeBeforeKafkasFirst() {
    topic.add("van", 1000, 7);

    reader.readFor(1000, 2000);

    assertThat(kmh(1500)).isEqualTo(7);
  }

  @Test
  void aBrokerThatIsSilentIsWaitedForOnce() {
    addSeconds(0, 1);
    reader.readFor(START, START);
    AtomicInteger polls = new AtomicInteger();
    topic.whenPolled(
        () -> {
          polls.incrementAndGet();
          nanos.addAndGet(Duration.ofMillis(20).toNanos());
        });
    addSeconds(1, 2);
    topic.silent(true);

    reader.readFor(START + 1500, START + 1500);
    assertThat(polls.getAndSet(0)).isEqualTo(50);
    reader.readFor(START + 1600, START + 1600);
    assertThat(polls.getAndSet(0)).isEqualTo(1);
    assertThat(EventMeters.SPEEDS_FAILURES.in(registry).count()).isEqualTo(1);

    topic.silent(false);
    reader.readFor(START + 1700, START + 1700);
    assertThat(kmh(START + 1700)).isEqualTo(1);
  }
}
