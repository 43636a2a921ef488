package io.gazeshift.ingest.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazeTruth;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class TruthPublisherTest {

  private final MockProducer<String, GazeTruth> producer =
      new MockProducer<>(true, null, new StringSerializer(), RecordType.GAZE_TRUTH.serializer());

  @Test
  void truthsGoToTheirTopicUnderTheirCameraAndFacesGoOnAsBefore() {
    List<FaceFrame> faces = new ArrayList<>();
    FaceIdentity identity =
        FaceIdentity.newBuilder().setCamera("cam0").setDomain("seat").setCaptureMicros(1).build();
    FaceFrame face = FaceFrame.newBuilder().setIdentity(identity).build();
    GazeTruth truth = FaceRecords.truth(identity, Gaze.ofDegrees(10, -20));
    try (TruthPublisher truths = new TruthPublisher(() -> producer, "truths");
        FaceSink sink =
            ((FaceSinks) (camera, meters) -> faces::add)
                .withTruth(truths)
                .open("cam0", new CameraMeters(new SimpleMeterRegistry(), "cam0"))) {
      sink.offer(face);
      sink.offerTruth(truth);

      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> assertThat(producer.history()).hasSize(1));
    }
    assertThat(faces).containsExactly(face);
    assertThat(producer.history().get(0).topic()).isEqualTo("truths");
    assertThat(producer.history().get(0).key()).isEqualTo("cam0");
    assertThat(producer.history().get(0).value()).isEqualTo(truth);
    assertThat(Gaze.from(truth.getCamera()).yawDeg()).isEqualTo(-20);
    assertThat(producer.closed()).isTrue();
  }

  @Test
  void withoutATruthThereIsNoProducer() {
    AtomicInteger made = new AtomicInteger();
    TruthPublisher truths =
        new TruthPublisher(
            () -> {
              made.incrementAndGet();
              return producer;
            },
            "truths");
    truths.close();

    assertThat(made).hasValue(0);
  }
}
