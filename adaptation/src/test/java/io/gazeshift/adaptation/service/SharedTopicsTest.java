package io.gazeshift.adaptation.service;

import static io.gazeshift.adaptation.service.TestCoordinator.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** {@link SharedTopics} and {@link SharedRecords}, with Kafka's consumer in memory. */
class SharedTopicsTest {

  private static final TopicPartition REQUESTS = new TopicPartition(Topics.REQUESTS.name(), 0);
  private static final TopicPartition EVENTS = new TopicPartition(Topics.ADAPTATIONS.name(), 0);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SharedRecords records =
      new SharedRecords(
          new AdaptMeters(
              BoundedMeters.of(registry),
              new RejectionLog(InstantSource.fixed(NOW), "ignored", line -> {})),
          InstantSource.fixed(NOW));

  /** The offset of the first recent request; null where there is none. */
  private Long firstRecent = 5L;

  private final MockConsumer<String, byte[]> consumer =
      new MockConsumer<>("earliest") {
        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
            Map<TopicPartition, Long> times) {
          assertThat(times)
              .containsExactly(
                  Map.entry(REQUESTS, NOW.minus(OpenRequests.PATIENCE).toEpochMilli()));
          Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
          found.put(
              REQUESTS,
              firstRecent == null ? null : new OffsetAndTimestamp(firstRecent, NOW.toEpochMilli()));
          return found;
        }
      };

  SharedTopicsTest() {
    for (TopicPartition partition : List.of(REQUESTS, EVENTS)) {
      consumer.updatePartitions(
          partition.topic(), List.of(new PartitionInfo(partition.topic(), 0, null, null, null)));
    }
    consumer.updateBeginningOffsets(Map.of(REQUESTS, 0L, EVENTS, 0L));
    consumer.updateEndOffsets(Map.of(REQUESTS, 6L, EVENTS, 2L));
  }

  @Test
  void allEventsAndOnlyRecentRequestsAreRead() {
    try (SharedTopics topics = new SharedTopics(consumer, records::add, NOW)) {
      consumer.addRecord(record(REQUESTS, 4, request("old")));
      consumer.addRecord(record(REQUESTS, 5, request("new")));
      consumer.addRecord(record(EVENTS, 0, event("seat", Stage.STARTED, "")));
      consumer.addRecord(record(EVENTS, 1, event("seat", Stage.FAILED, "")));
      topics.readToEnd();
    }
    assertThat(open()).containsExactly("new");
    assertThat(records.runs().of("seat").orElseThrow().failures()).isEqualTo(1);
    assertThat(consumer.closed()).isTrue();
  }

  @Test
  void withoutRecentRequestsOnlyThoseToComeAreRead() {
    firstRecent = null;
    try (SharedTopics topics = new SharedTopics(consumer, records::add, NOW)) {
      assertThat(consumer.position(REQUESTS)).isEqualTo(6);
      consumer.addRecord(record(REQUESTS, 6, request("next")));
      topics.poll();
    }
    assertThat(open()).containsExactly("next");
  }

  @Test
  void aConsumerThatCannotStartIsClosed() {
    IllegalStateException broken = new IllegalStateException("no metadata");
    MockConsumer<String, byte[]> failing =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized List<PartitionInfo> partitionsFor(String topic) {
            throw broken;
          }
        };
    assertThatThrownBy(() -> new SharedTopics(failing, records::add, NOW)).isSameAs(broken);
    assertThat(failing.closed()).isTrue();
  }

  @Test
  void anAnswerClosesItsRequestInEitherOrder() {
    records.add(record(REQUESTS, 0, request("r1")));
    records.add(record(EVENTS, 0, event("seat", Stage.DECLINED, "r1")));
    records.add(record(EVENTS, 1, event("seat", Stage.CANCELLED, "r2")));
    records.add(record(REQUESTS, 1, request("r2")));
    records.add(record(REQUESTS, 2, request("r3")));
    records.add(record(EVENTS, 2, event("seat", Stage.PROGRESS, "r3")));
    assertThat(open()).containsExactly("r3");
  }

  @Test
  void aRecordThatCannotBeReadIsCountedAndIgnored() {
    records.add(record(REQUESTS, 0, new byte[] {1, 2, 3}));
    records.add(record(EVENTS, 0, new byte[] {1, 2, 3}));
    assertThat(registry.find("gazeshift.adapt.unreadable").counters())
        .extracting(counter -> counter.getId().getTag("topic"))
        .containsExactlyInAnyOrder(REQUESTS.topic(), EVENTS.topic());
    assertThat(open()).isEmpty();
  }

  private List<String> open() {
    return records.requests().open(NOW).stream().map(AdaptationRequest::getRequestId).toList();
  }

  private static byte[] request(String id) {
    return RecordType.ADAPTATION_REQUEST.encode(
        AdaptationRequest.newBuilder()
            .setKind(AdaptationRequest.Kind.ADAPT)
            .setDomain("seat")
            .setRequestId(id)
            .setAuthor("person test")
            .setRequestedMicros(Micros.of(NOW))
            .build());
  }

  private static byte[] event(String domain, Stage stage, String requestId) {
    return RecordType.ADAPTATION_EVENT.encode(
        AdaptationEvent.newBuilder()
            .setDomain(domain)
            .setRunId("run")
            .setTrigger("first")
            .setStage(stage)
            .setRequestId(requestId)
            .setStartedMicros(Micros.of(NOW))
            .setFinishedMicros(Micros.of(NOW))
            .build());
  }

  private static ConsumerRecord<String, byte[]> record(
      TopicPartition partition, long offset, byte[] value) {
    Instant written = NOW;
    return new ConsumerRecord<>(
        partition.topic(),
        partition.partition(),
        offset,
        written.toEpochMilli(),
        TimestampType.CREATE_TIME,
        0,
        value.length,
        "seat",
        value,
        new RecordHeaders(),
        Optional.empty());
  }
}
