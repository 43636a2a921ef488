package io.gazeshift.daemon.live;

import static io.gazeshift.daemon.live.LiveFaces.feature;
import static io.gazeshift.daemon.live.LiveFaces.identity;
import static io.gazeshift.daemon.live.LiveFaces.prediction;
import static io.gazeshift.daemon.live.LiveFaces.truth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.TestHeads;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class LiveBoardIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir private Path directory;

  @Test
  void tellsOfFacesFromNowOnAndOfHeadsFromTheBeginning() throws Exception {
    LiveSettings settings =
        LiveFaces.settings(
            LiveFaces.priors(directory, "cameras: [{id: lab, source: \"synthetic:lab\"}]"));
    try (KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      see(producer, identity("lab", 1));
      send(
          producer,
          Topics.MODELS.name(),
          RecordType.HEAD_MODEL.encode(
              TestHeads.record("lab", 7, LiveFaces.BACKBONE, LiveFaces.SOURCE.head()).toBuilder()
                  .setAuthor("person ann")
                  .build()));
      producer.flush();

      try (LiveBoard board =
          LiveBoard.open(new KafkaAccess(BROKER.bootstrap(), Map.of()), settings)) {
        await().atMost(LONG).until(() -> !board.snapshot().events().isEmpty());
        assertThat(board.snapshot().domains().get(0).headVersion()).isEqualTo(7);

        // What is no record, and what takes one back, is passed over.
        send(producer, Topics.PREDICTIONS.name(), new byte[] {1, 2, 3});
        send(producer, Topics.MODELS.name(), null);
        see(producer, identity("lab", 2));
        await().atMost(LONG).until(() -> !board.periods().isEmpty());
        assertThat(board.faces()).isEqualTo(1);
        assertThat(board.periods().get(0).faces()).isEqualTo(1);
        assertThat(board.snapshot().cameras())
            .singleElement()
            .satisfies(camera -> assertThat(camera.faces()).hasSize(1));
      }
    }
  }

  @Test
  void tellsTheEventsOfTheLastMinuteAndDoesWithoutTheirTopic() throws Exception {
    LiveSettings settings =
        LiveFaces.settings(directory, "cameras: [{id: lab, source: \"synthetic:lab\"}]");
    KafkaAccess kafka = new KafkaAccess(BROKER.bootstrap(), Map.of());
    long nowMicros = Micros.of(Instant.now());
    try (KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      FaceEvent glance =
          FaceEvent.newBuilder()
              .setCamera("lab")
              .setDomain("lab")
              .setCaptureSession(1)
              .setStartMicros(nowMicros - 2_000_000)
              .setEndMicros(nowMicros)
              .setGlance(
                  FaceEvent.Glance.newBuilder().setTarget("road").setArrivedMicros(nowMicros))
              .build();
      send(producer, Topics.EVENTS.name(), RecordType.FACE_EVENT.encode(glance));
      producer.flush();
      try (LiveBoard board = LiveBoard.open(kafka, settings)) {
        await().atMost(LONG).until(() -> !board.snapshot().cameras().isEmpty());
        assertThat(board.snapshot().cameras().get(0).timelines().get(0).events())
            .extracting(FaceEventView::of)
            .containsExactly("road");
      }

      BROKER.admin().deleteTopics(List.of(Topics.EVENTS.name())).all().get();
      await()
          .atMost(LONG)
          .until(() -> !BROKER.admin().listTopics().names().get().contains(Topics.EVENTS.name()));
      try (LiveBoard board = LiveBoard.open(kafka, settings)) {
        see(producer, identity("lab", 3));
        await().atMost(LONG).until(() -> board.faces() == 1);
        assertThat(board.snapshot().problem()).isEmpty();
      }
    }
  }

  private static void see(KafkaProducer<String, byte[]> producer, FaceIdentity face) {
    send(
        producer, Topics.TRUTH.name(), RecordType.GAZE_TRUTH.encode(truth(face, Gaze.INTO_CAMERA)));
    send(
        producer,
        Topics.PREDICTIONS.name(),
        RecordType.GAZE_PREDICTION.encode(prediction(face, Gaze.INTO_CAMERA, 7)));
    send(
        producer,
        Topics.FEATURES.name(),
        RecordType.FEATURE_SAMPLE.encode(feature(face, 0, Rotation.IDENTITY)));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The board waits for it.
  private static void send(KafkaProducer<String, byte[]> producer, String topic, byte[] value) {
    producer.send(new ProducerRecord<>(topic, "lab", value));
  }
}
