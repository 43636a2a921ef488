package io.gazeshift.ingest.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.kafka.WatchedProducer;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FacePublisherTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final CameraMeters meters = new CameraMeters(registry, "cam0");
  private final ManualClock clock = new ManualClock();
  private WatchedProducer<FaceFrame> watched;
  private FacePublisher publisher;

  @AfterEach
  void close() {
    publisher.close();
  }

  @Test
  void facesArriveInOrderUnderTheCamerasKey() {
    MockProducer<String, FaceFrame> producer = producer(true);
    publisher = publisher(producer, new FacePublisher.Limits(10, 10));

    for (int i = 0; i < 5; i++) {
      publisher.offer(Faces.face(i));
    }

    await().atMost(Duration.ofMinutes(1)).until(() -> count("faces.published") == 5);
    assertThat(producer.history())
        .allSatisfy(
            record -> {
              assertThat(record.topic()).isEqualTo("gaze.faces");
              assertThat(record.key()).isEqualTo("cam0");
              assertThat(record.value().getPublishedMicros()).isEqualTo(ManualClock.START_MICROS);
            });
    assertThat(sequences(producer)).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(count("faces.dropped")).isZero();
  }

  @Test
  void whenKafkaFallsBehindTheOldestWaitingFacesAreDropped() {
    MockProducer<String, FaceFrame> producer = producer(false);
    publisher = publisher(producer, new FacePublisher.Limits(3, 2));
    publisher.offer(Faces.face(0));
    publisher.offer(Faces.face(1));
    await().atMost(Duration.ofMinutes(1)).until(() -> producer.history().size() == 2);

    for (int i = 2; i < 10; i++) {
      publisher.offer(Faces.face(i));
    }
    assertThat(count("faces.dropped")).isEqualTo(5);
    assertThat(producer.history()).as("no more than two in flight").hasSize(2);

    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              producer.completeNext();
              return count("faces.published") == 5;
            });
    assertThat(sequences(producer)).containsExactly(0L, 1L, 7L, 8L, 9L);
  }

  @Test
  void anUndeliveredFaceIsCountedAndTheNextOneSent() {
    MockProducer<String, FaceFrame> producer = producer(false);
    publisher = publisher(producer, new FacePublisher.Limits(3, 1));
    publisher.offer(Faces.face(0));
    publisher.offer(Faces.face(1));
    await().atMost(Duration.ofMinutes(1)).until(() -> producer.history().size() == 1);

    producer.errorNext(new TimeoutException("the broker is away"));
    await().atMost(Duration.ofMinutes(1)).until(() -> producer.history().size() == 2);
    producer.completeNext();

    assertThat(count("faces.failed")).isEqualTo(1);
    assertThat(count("faces.published")).isEqualTo(1);
  }

  @Test
  void aProducerThatThrowsIsCountedAndNotFatal() {
    MockProducer<String, FaceFrame> producer = producer(true);
    producer.sendException = new TimeoutException("no metadata");
    publisher = publisher(producer, new FacePublisher.Limits(3, 1));
    publisher.offer(Faces.face(0));
    await().atMost(Duration.ofMinutes(1)).until(() -> count("faces.failed") == 1);

    producer.sendException = null;
    publisher.offer(Faces.face(1));

    await().atMost(Duration.ofMinutes(1)).until(() -> count("faces.published") == 1);
  }

  @Test
  void aRecordThatBreaksTheContractIsCountedAndTheNextOneSent() {
    MockProducer<String, FaceFrame> producer = producer(true);
    publisher = publisher(producer, new FacePublisher.Limits(3, 1));

    publisher.offer(Faces.face(0).toBuilder().clearIdentity().build());
    await().atMost(Duration.ofMinutes(1)).until(() -> count("faces.failed") == 1);
    publisher.offer(Faces.face(1));

    await().atMost(Duration.ofMinutes(1)).until(() -> count("faces.published") == 1);
  }

  @Test
  void aProducerThatBlocksDelaysNeitherTheCameraNorClosing() {
    CountDownLatch entered = new CountDownLatch(1);
    MockProducer<String, FaceFrame> stuck =
        new MockProducer<>(true, null, new StringSerializer(), RecordType.FACE_FRAME.serializer()) {
          @Override
          public synchronized Future<RecordMetadata> send(
              ProducerRecord<String, FaceFrame> record, Callback callback) {
            entered.countDown();
            try {
              TimeUnit.HOURS.sleep(1);
            } catch (InterruptedException e) {
              throw new InterruptException(e);
            }
            return super.send(record, callback);
          }
        };
    publisher = publisher(stuck, new FacePublisher.Limits(3, 1));

    for (int i = 0; i < 100; i++) {
      publisher.offer(Faces.face(i));
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> entered.getCount() == 0);
    long start = System.nanoTime();
    publisher.close();

    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
    assertThat(count("faces.published")).isZero();
    assertThat(count("faces.dropped") + count("faces.failed")).isEqualTo(100);
  }

  /** As after the end of its I/O thread: it accepts faces and never calls back. */
  @Test
  void aProducerThatCompletesNoFaceAnyMoreIsAFailure() {
    MockProducer<String, FaceFrame> producer = producer(false);
    publisher = publisher(producer, new FacePublisher.Limits(3, 2));
    for (int i = 0; i < 10; i++) {
      publisher.offer(Faces.face(i));
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> producer.history().size() == 2);

    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              clock.advanceMillis(31_000);
              return watched.failure().isPresent();
            });
    assertThat(count("faces.published") + count("faces.failed")).isZero();
  }

  @Test
  void aFaceOfferedAfterClosingIsDropped() {
    MockProducer<String, FaceFrame> producer = producer(true);
    publisher = publisher(producer, new FacePublisher.Limits(8, 8));
    publisher.close();

    publisher.offer(Faces.face(0));

    assertThat(count("faces.dropped")).isEqualTo(1);
    assertThat(producer.history()).isEmpty();
    assertThat(producer.closed()).as("the producer is its owner's to close").isFalse();
  }

  @Test
  void theProducerSettingsLoseNothingAndWaitForNothing() {
    assertThat(FacePublisher.producerSettings())
        .containsEntry(ProducerConfig.ACKS_CONFIG, "all")
        .containsEntry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true)
        .containsEntry(ProducerConfig.LINGER_MS_CONFIG, 0)
        .containsEntry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
    publisher = publisher(producer(true), new FacePublisher.Limits(8, 8));
  }

  private FacePublisher publisher(
      MockProducer<String, FaceFrame> producer, FacePublisher.Limits limits) {
    watched = new WatchedProducer<>(producer, Duration.ofSeconds(15), clock::nanoTime);
    return new FacePublisher(watched, "gaze.faces", "cam0", limits, clock, meters);
  }

  private static MockProducer<String, FaceFrame> producer(boolean acknowledges) {
    return new MockProducer<>(
        acknowledges, null, new StringSerializer(), RecordType.FACE_FRAME.serializer());
  }

  private static List<Long> sequences(MockProducer<String, FaceFrame> producer) {
    return producer.history().stream().map(r -> r.value().getIdentity().getFrameSeq()).toList();
  }

  private double count(String name) {
    return registry.get("gazeshift.ingest." + name).tag("camera", "cam0").counter().count();
  }
}
