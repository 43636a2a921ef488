package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.RunningBroker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Kafka's own producer on a real broker. */
@Timeout(180)
class WatchedProducerIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  private static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(15);
  private static final String CLIENT = "ends-by-an-error";
  private static final ProducerRecord<String, byte[]> RECORD =
      new ProducerRecord<>(Topics.FACES.name(), "cam0", new byte[] {1});

  /** Runs on the producer's I/O thread, as the allocation of native memory does. */
  public static final class NoMemory implements ProducerInterceptor<String, byte[]> {

    @Override
    public ProducerRecord<String, byte[]> onSend(ProducerRecord<String, byte[]> record) {
      return record;
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception exception) {
      throw new OutOfMemoryError("Cannot reserve direct buffer memory");
    }

    @Override
    public void configure(Map<String, ?> settings) {}

    @Override
    public void close() {}
  }

  @Test
  void aProducerWhoseThreadEndedByAnErrorIsAFailureAndCanBeClosed() {
    AtomicLong nanos = new AtomicLong();
    Map<String, Object> settings =
        new KafkaAccess(BROKER.bootstrap(), Map.of())
            .producerProperties(
                Map.of(
                    ProducerConfig.CLIENT_ID_CONFIG,
                    CLIENT,
                    ProducerConfig.INTERCEPTOR_CLASSES_CONFIG,
                    NoMemory.class.getName()));
    try (WatchedProducer<byte[]> producer =
        new WatchedProducer<>(
            new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer()),
            DELIVERY_TIMEOUT,
            nanos::get)) {
      assertThat(isThreadAlive()).isTrue();
      assertThat(producer.send(RECORD)).isNotNull();
      await().atMost(Duration.ofMinutes(1)).until(() -> !isThreadAlive());

      Future<RecordMetadata> accepted = producer.send(RECORD);
      nanos.addAndGet(DELIVERY_TIMEOUT.multipliedBy(2).toNanos() + 1);
      assertThat(producer.failure()).isEmpty();
      nanos.addAndGet(WatchedProducer.SECOND_LOOK.toNanos());

      assertThat(producer.failure())
          .hasValueSatisfying(
              failure -> assertThat(failure).hasMessageContaining("Kafka's producer hangs"));
      assertThat(accepted).isNotDone();
    }
  }

  private static boolean isThreadAlive() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("kafka-producer-network-thread | " + CLIENT));
  }
}
