package io.gazeshift.outputs.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;

/** With Kafka's consumer in memory. */
class MirrorLoopTest {

  private static final TopicPartition PARTITION = new TopicPartition(Topics.PREDICTIONS.name(), 0);
  private static final int RECORDS = 3;

  private final MirrorMeters meters = new MirrorMeters(new SimpleMeterRegistry());
  private final RememberedDelivery delivery = new RememberedDelivery();

  /** What it polls, it has always: reading begins where it is told to, again and again. */
  private final MockConsumer<String, byte[]> consumer =
      new MockConsumer<>("earliest") {
        @Override
        public synchronized ConsumerRecords<String, byte[]> poll(Duration timeout) {
          if (assignment().isEmpty()) {
            rebalance(List.of(PARTITION));
          }
          long position = position(PARTITION);
          if (position < RECORDS) {
            LongStream.range(position, RECORDS).forEach(offset -> addRecord(record(offset)));
          }
          return super.poll(timeout);
        }
      };

  MirrorLoopTest() {
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, (long) RECORDS));
  }

  @Test
  void whatWasAbortedIsReadAgainAndMirroredOnce() {
    delivery.failures.add(aborted());
    delivery.failures.add(aborted());

    assertThatThrownBy(this::runUntilAllIsMirrored).isInstanceOf(WakeupException.class);

    assertThat(delivery.failures).isEmpty();
    assertThat(delivery.delivered).hasSize(RECORDS);
    assertThat(delivery.offsets).containsExactly(Map.of(PARTITION, new OffsetAndMetadata(RECORDS)));
  }

  @Test
  void whatIsAbortedAgainAndAgainEndsTheLoop() {
    for (int i = 0; i < 10; i++) {
      delivery.failures.add(aborted());
    }
    assertThatThrownBy(this::runUntilAllIsMirrored).isInstanceOf(CommitAbortedException.class);
    assertThat(delivery.failures).hasSize(6);
    assertThat(consumer.closed()).isTrue();
  }

  @Test
  void whatWouldBeAbortedForEverEndsTheLoopAtOnce() {
    CommitAbortedException lasting = new CommitAbortedException(new RecordTooLargeException("no"));
    delivery.failures.add(lasting);
    assertThatThrownBy(this::runUntilAllIsMirrored).isSameAs(lasting);
  }

  private static CommitAbortedException aborted() {
    return new CommitAbortedException(new KafkaException("a rebalance"));
  }

  private void runUntilAllIsMirrored() {
    try (MirrorLoop loop =
        new MirrorLoop(consumer, () -> delivery, member -> {}, meters, consumer::wakeup)) {
      loop.run();
    }
  }

  private static ConsumerRecord<String, byte[]> record(long offset) {
    GazePrediction prediction =
        GazePrediction.newBuilder()
            .setIdentity(
                FaceIdentity.newBuilder()
                    .setCamera("desk")
                    .setDomain("lab")
                    .setFrameSeq(offset)
                    .setCaptureMicros(1_700_000_000_000_000L))
            .setNormalised(Gaze.ofDegrees(1, 2).toMessage())
            .setCamera(Gaze.ofDegrees(3, -12).toMessage())
            .addAllOrigin(List.of(1.5, 2.5, 600.0))
            .build();
    return new ConsumerRecord<>(
        PARTITION.topic(),
        PARTITION.partition(),
        offset,
        "desk",
        RecordType.GAZE_PREDICTION.encode(prediction));
  }

  /** Fails as often as it is told to. */
  private static final class RememberedDelivery implements Delivery {

    private final Deque<RuntimeException> failures = new ArrayDeque<>();
    private final List<ProducerRecord<String, byte[]>> delivered = new ArrayList<>();
    private final List<Map<TopicPartition, OffsetAndMetadata>> offsets = new ArrayList<>();

    @Override
    public List<RecordMetadata> deliver(
        List<ProducerRecord<String, byte[]>> records,
        Map<TopicPartition, OffsetAndMetadata> after,
        ConsumerGroupMetadata member) {
      if (!failures.isEmpty()) {
        throw failures.remove();
      }
      delivered.addAll(records);
      offsets.add(after);
      return List.of();
    }

    @Override
    public void settle(Consumer<?, ?> other) {}

    @Override
    public void close() {}
  }
}
