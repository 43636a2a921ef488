package io.gazeshift.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.OversizedBatch;
import io.gazeshift.testing.RunningBroker;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few kilobytes of zstd that hold a record no reader has the memory for. */
class OversizedRecordIT {

  private static final int MB = 1_000_000;
  private static final Duration LONG = Duration.ofMinutes(1);

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @ParameterizedTest
  @ValueSource(ints = {6 * MB, 60 * MB})
  void theBrokerRejectsARecordByItsRealSize(int valueBytes) throws Exception {
    for (Topic topic : Topics.ALL) {
      TopicPartition partition = new TopicPartition(topic.name(), 0);
      OversizedBatch batch = OversizedBatch.ofZeros(valueBytes);
      assertThat(batch.sizeBytes()).isLessThan(topic.maxMessageBytes());

      assertThat(batch.sendTo(BROKER.bootstrap(), partition))
          .as(topic.name())
          .isEqualTo(Errors.MESSAGE_TOO_LARGE);

      assertThat(end(partition)).isZero();
    }
  }

  /** The broker may end at it, and is started again; but it is nowhere to be read. */
  @Test
  void aRecordLargerThanTheBrokersHeapIsNotStored() throws Exception {
    TopicPartition partition = new TopicPartition(Topics.FACES.name(), 1);
    OversizedBatch batch = OversizedBatch.ofZeros(600 * MB);
    assertThat(batch.sizeBytes()).isLessThan(100_000);

    try {
      assertThat(batch.sendTo(BROKER.bootstrap(), partition)).isNotEqualTo(Errors.NONE);
    } catch (IOException e) {
      // It hung up, for it has ended.
      assertThat(e).isNotNull();
    }

    try (KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      await()
          .atMost(LONG)
          .ignoreExceptions()
          .until(
              () ->
                  producer
                          .send(new ProducerRecord<>(partition.topic(), 1, "camera", new byte[9]))
                          .get()
                          .offset()
                      == 0);
    }
    assertThat(end(partition)).isEqualTo(1);
  }

  private static long end(TopicPartition partition) throws Exception {
    return BROKER
        .admin()
        .listOffsets(Map.of(partition, OffsetSpec.latest()))
        .all()
        .get()
        .get(partition)
        .offset();
  }
}
