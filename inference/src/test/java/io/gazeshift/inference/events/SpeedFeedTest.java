package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.kafka.SteppedOver;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.protocol.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class SpeedFeedTest {

  private static final long START = 1_700_000_000_000L;
  private static final TopicPartition PREDICTIONS =
      new TopicPartition(Topics.PREDICTIONS.name(), 3);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SpeedHistory history = new SpeedHistory(Set.of("van"));
  private final AtomicLong nanos = new AtomicLong();
  private final Deque<SpeedTopic> topics = new ArrayDeque<>();
  private final SpeedFeed feed =
      new SpeedFeed(
          topics::removeFirst, history, new EventMeters(BoundedMeters.of(registry)), nanos::get);

  private static ConsumerRecord<String, byte[]> prediction(long millis) {
    return new ConsumerRecord<>(
        PREDICTIONS.topic(),
        PREDICTIONS.partition(),
        1,
        millis,
        TimestampType.LOG_APPEND_TIME,
        0,
        0,
        "",
        new byte[0],
        new RecordHeaders(),
        Optional.empty());
  }

  private static ConsumerRecords<String, byte[]> polled(
      List<ConsumerRecord<String, byte[]>> records) {
    return new ConsumerRecords<>(Map.of(PREDICTIONS, records), Map.of());
  }

  private void readAt(long millis) {
    feed.readFor(polled(List.of(prediction(millis))));
  }

  private double failures() {
    return EventMeters.SPEEDS_FAILURES.in(registry).count();
  }

  @Test
  void aRecordThatWasSteppedOverHasNoTimeToReadSpeedsFor() {
    topics.add(new SpeedTopic().add("van", START, 30));
    ConsumerRecord<String, byte[]> steppedOver = SteppedOver.record(PREDICTIONS, 0);

    feed.readFor(polled(List.of(steppedOver)));
    assertThat(topics).hasSize(1);

    feed.readFor(polled(List.of(steppedOver, prediction(START))));
    assertThat(history.kmh("van", 1000 * START)).hasValue(30);
    assertThat(failures()).isZero();
  }

  @Test
  void withoutPermissionEventsGoOnAndItIsTriedAgainAfterAPause() {
    SpeedTopic forbidden =
        new SpeedTopic().failing(new TopicAuthorizationException(Topics.SPEED.name()));
    topics.add(forbidden);
    topics.add(new SpeedTopic().add("van", START, 30));

    readAt(START);
    assertThat(forbidden.closed()).isTrue();
    assertThat(failures()).isEqualTo(1);
    readAt(START + 1);
    feed.keepUp();
    assertThat(topics).hasSize(1);

    nanos.addAndGet(Duration.ofSeconds(30).toNanos());
    readAt(START + 2);
    assertThat(history.kmh("van", 1000 * START)).hasValue(30);
    assertThat(failures()).isEqualTo(1);
  }

  @Test
  void aTopicThatIsCreatedLaterIsFound() {
    topics.add(new SpeedTopic().missing());
    topics.add(new SpeedTopic().add("van", START, 30));

    readAt(START);
    nanos.addAndGet(Duration.ofSeconds(30).toNanos());
    readAt(START + 1);

    assertThat(history.kmh("van", 1000 * START)).hasValue(30);
  }

  @Test
  void aBatchThatIsDamagedLeavesTheSpeedsThatAreKnown() {
    SpeedTopic damaged = new SpeedTopic().add("van", START, 30);
    topics.add(damaged);
    readAt(START);
    damaged.setPollException(new KafkaException("corrupt"));
    feed.keepUp();

    readAt(START + 1);

    assertThat(history.kmh("van", 1000 * START)).hasValue(30);
    assertThat(damaged.closed()).isTrue();
    assertThat(failures()).isEqualTo(1);
  }

  @Test
  void aWakeupReachesACallAboutSpeeds() {
    SpeedTopic topic = new SpeedTopic();
    topics.add(topic);
    topic.whenPolled(feed::wakeup);

    assertThatThrownBy(() -> readAt(START)).isInstanceOf(WakeupException.class);
    assertThat(failures()).isZero();
    feed.close();
    assertThat(topic.closed()).isTrue();
  }
}
