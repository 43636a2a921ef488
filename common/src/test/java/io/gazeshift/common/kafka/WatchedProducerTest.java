package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // The watch is what is tested.
class WatchedProducerTest {

  private static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(15);
  private static final ProducerRecord<String, String> RECORD =
      new ProducerRecord<>("gaze.faces", "cam0", "a face");

  private final AtomicLong nanos = new AtomicLong();
  private final MockProducer<String, String> producer =
      new MockProducer<>(false, null, new StringSerializer(), new StringSerializer());
  private final WatchedProducer<String> watched =
      new WatchedProducer<>(producer, DELIVERY_TIMEOUT, nanos::get);

  @Test
  void aRecordThatIsNeverCompletedIsAFailureThatSaysWhereToLook() {
    watched.send(RECORD);
    pass(Duration.ofSeconds(30));
    assertThat(watched.failure()).as("twice the delivery timeout").isEmpty();
    pass(Duration.ofSeconds(1));
    assertThat(watched.failure()).as("the first look after it").isEmpty();
    pass(WatchedProducer.SECOND_LOOK);
    assertThat(watched.failure())
        .hasValueSatisfying(
            failure ->
                assertThat(failure)
                    .hasMessage(
                        "Kafka's producer hangs: a record was neither sent nor given up for 36 s,"
                            + " although delivery.timeout.ms is 15000; look for an error of"
                            + " kafka-producer-network-thread in the log and restart the process"));
  }

  @Test
  void aClusterThatIsAwayIsNone() {
    for (int i = 0; i < 20; i++) {
      watched.send(RECORD);
      pass(DELIVERY_TIMEOUT);
      assertThat(watched.failure()).isEmpty();
      producer.errorNext(new TimeoutException("the cluster is away"));
    }
    pass(Duration.ofHours(1));
    assertThat(watched.failure()).as("nothing to send").isEmpty();
  }

  @Test
  void aProcessThatWasSuspendedGoesOn() {
    watched.send(RECORD);
    pass(Duration.ofHours(1));
    assertThat(watched.failure()).isEmpty();
    producer.completeNext();
    watched.send(RECORD);
    pass(WatchedProducer.SECOND_LOOK);
    assertThat(watched.failure()).isEmpty();
    pass(Duration.ofHours(1));
    assertThat(watched.failure()).as("once more").isEmpty();
  }

  /** Only a record that the producer has accepted is its to complete. */
  @Test
  void aRecordThatIsNotAcceptedIsNotWaitedFor() {
    producer.sendException = new TimeoutException("no metadata");
    assertThatThrownBy(() -> watched.send(RECORD)).isInstanceOf(TimeoutException.class);
    pass(Duration.ofHours(1));
    assertThat(watched.failure()).isEmpty();
    pass(WatchedProducer.SECOND_LOOK);
    assertThat(watched.failure()).isEmpty();
  }

  @Test
  void aRecordThatIsCompletedBeforeSendReturnsIsNotWaitedFor() {
    MockProducer<String, String> immediate =
        new MockProducer<>() {
          @Override
          public synchronized Future<RecordMetadata> send(
              ProducerRecord<String, String> record, Callback callback) {
            callback.onCompletion(null, new TimeoutException("no metadata"));
            return CompletableFuture.failedFuture(new TimeoutException("no metadata"));
          }
        };
    WatchedProducer<String> early = new WatchedProducer<>(immediate, DELIVERY_TIMEOUT, nanos::get);
    List<Exception> problems = new ArrayList<>();
    early.send(RECORD, (metadata, problem) -> problems.add(problem));
    assertThat(problems).hasSize(1);
    assertThat(early.failure()).isEmpty();
    pass(Duration.ofHours(1));
    assertThat(early.failure()).isEmpty();
    pass(WatchedProducer.SECOND_LOOK);
    assertThat(early.failure()).isEmpty();
  }

  @Test
  void theTimeoutIsThatOfTheProducer() {
    assertThat(WatchedProducer.deliveryTimeout(Map.of("delivery.timeout.ms", 15_000)))
        .isEqualTo(Duration.ofSeconds(15));
    assertThat(WatchedProducer.deliveryTimeout(Map.of("delivery.timeout.ms", " 60000 ")))
        .as("as the user's properties are")
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(WatchedProducer.deliveryTimeout(Map.of()))
        .as("Kafka's own")
        .isEqualTo(Duration.ofMinutes(2));
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
