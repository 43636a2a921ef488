package io.gazeshift.inference.pipeline;

import static io.gazeshift.testing.InferenceExtension.LONG;
import static io.gazeshift.testing.InferenceExtension.config;
import static io.gazeshift.testing.InferenceExtension.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.common.Micros;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.pipeline.InferenceService.Readiness;
import io.gazeshift.ingest.synthetic.RenderedFaces.Labelled;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.SeenPredictions;
import io.gazeshift.testing.TopicReader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Inference on a real broker with the built-in model. */
class InferenceIT {

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  @Test
  void everyFaceIsPredictedOnceUnderItsOwnIdentity() {
    Map<Long, Labelled> sent = new HashMap<>();
    List<GazePrediction> predictions;
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("identity");
        InferenceService service = BED.service("identity")) {
      service.start();
      for (long seq = 0; seq < 60; seq++) {
        Labelled face = BED.labelled("identity", seq);
        sent.put(seq, face);
        send(producer, face.face());
      }
      producer.flush();
      predictions = seen.await(60);
    }

    double errorDeg = 0;
    double blindDeg = 0;
    for (GazePrediction prediction : predictions) {
      Labelled face = sent.remove(prediction.getIdentity().getFrameSeq());
      assertThat(face).as("predicted once").isNotNull();
      assertThat(prediction.getIdentity()).isEqualTo(face.face().getIdentity());
      assertThat(prediction.getModelVersion()).isZero();
      assertThat(prediction.getOriginList())
          .isEqualTo(face.face().getHeadPose().getFaceCentreList());
      Gaze normalised = Gaze.from(prediction.getNormalised());
      Rotation toVirtual = Rotation.ofRows(face.face().getNormalisationRotationList());
      assertThat(Gaze.from(prediction.getCamera()).rotatedBy(toVirtual).angleToRad(normalised))
          .isCloseTo(0, within(1e-9));
      errorDeg += Math.toDegrees(normalised.angleToRad(face.truth())) / 60;
      blindDeg += Math.toDegrees(Gaze.INTO_CAMERA.angleToRad(face.truth())) / 60;
    }
    assertThat(errorDeg).as("the model sees where they look").isLessThan(0.6 * blindDeg);

    List<FeatureSample> features =
        TopicReader.readAll(BED.broker().bootstrap(), Topics.FEATURES.name()).stream()
            .map(record -> RecordType.FEATURE_SAMPLE.decode(record.value()))
            .filter(sample -> sample.getIdentity().getCamera().equals("identity"))
            .toList();
    assertThat(features)
        .hasSize(60)
        .allSatisfy(
            sample -> {
              assertThat(sample.getBackboneFingerprint()).isEqualTo(BED.backbone().fingerprint());
              assertThat(sample.getFeatureFp16().size())
                  .isEqualTo(2 * BED.backbone().featureSize());
            });
  }

  @Test
  void aDomainsOwnHeadPredictsFromTheNextBatchOn() {
    ActiveHeads heads = BED.sourceHeads();
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("swap");
        InferenceService service = BED.service(config("swap", "only"), BED.backbone(), heads)) {
      service.start();
      send(producer, BED.face("swap", 0));
      seen.await(1);
      heads.swap("swap", new VersionedHead(BED.model().sourceHead(), 7));
      send(producer, BED.face("swap", 1));
      assertThat(seen.await(2)).extracting(GazePrediction::getModelVersion).containsExactly(0L, 7L);
    }
  }

  @Test
  void withoutTransactionsEveryFaceIsPredictedTooAndItsOffsetCommitted() {
    InferConfig exactly = config("plain", "only");
    InferConfig atLeastOnce =
        new InferConfig(
            exactly.model(),
            exactly.device(),
            exactly.threads(),
            exactly.decodeThreads(),
            exactly.maxBatch(),
            exactly.maxDelay(),
            exactly.maxAge(),
            exactly.stallTimeout(),
            exactly.group(),
            exactly.instance(),
            InferConfig.Delivery.AT_LEAST_ONCE,
            exactly.trustedKeys(),
            InferConfig.PersonCorrection.OFF);
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("plain")) {
      for (int half = 0; half < 2; half++) {
        try (InferenceService service =
            BED.service(atLeastOnce, BED.backbone(), BED.sourceHeads())) {
          service.start();
          for (long seq = 20L * half; seq < 20L * half + 20; seq++) {
            send(producer, BED.face("plain", seq));
          }
          producer.flush();
          // The second one repeats nothing: the first has left its offsets.
          seen.await(20 * half + 20);
          long published = endOf(Topics.FACES.name());
          await().atMost(LONG).until(() -> committed("plain") >= published);
        }
      }
    }
  }

  @Test
  void facesOlderThanAskedForAreSkippedCountedAndDoneWith() {
    MeterRegistry registry = new SimpleMeterRegistry();
    InferConfig fresh = config("fresh", "only", Optional.of(Duration.ofMinutes(1)));
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("fresh")) {
      for (long seq = 0; seq < 20; seq++) {
        send(producer, BED.face("fresh", seq));
      }
      send(producer, now(BED.face("fresh", 20)));
      producer.flush();
      long published = endOf(Topics.FACES.name());
      try (InferenceService service =
          BED.service(
              BED.kafka(), fresh, BED.backbone(), BED.sourceHeads(), Readiness.NOW, registry)) {
        service.start();
        seen.await(1);
        await().atMost(LONG).until(() -> committed("fresh") >= published);
      }
      assertThat(seen.names()).containsExactly("fresh 20");
      assertThat(registry.get("gazeshift.infer.skipped").counter().count())
          .isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void aSlowBackboneDoesNotCostTheMembership() throws Exception {
    BED.beginAfterWhatIsThere("slow");
    MeterRegistry registry = new SimpleMeterRegistry();
    // Two batches take longer than a member may stay away from polling.
    Map<String, String> impatient =
        Map.of("max.poll.interval.ms", "2000", "session.timeout.ms", "6000");
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("slow");
        Backbone slow = new SlowBackbone(BED.openBackbone(), Duration.ofMillis(1200));
        InferenceService service =
            BED.service(
                BED.kafka(impatient),
                config("slow", "only"),
                slow,
                BED.sourceHeads(),
                Readiness.NOW,
                registry)) {
      long before = endOf(Topics.FACES.name());
      for (long seq = 0; seq < 40; seq++) {
        send(producer, BED.face("slow", seq));
      }
      producer.flush();
      service.start();
      seen.await(40);
      await().atMost(LONG).until(() -> committed("slow") >= before + 40);
      assertThat(registry.get("gazeshift.infer.restarts").counter().count()).isZero();
    }
  }

  private static FaceFrame now(FaceFrame face) {
    return face.toBuilder()
        .setIdentity(face.getIdentity().toBuilder().setCaptureMicros(Micros.of(Instant.now())))
        .build();
  }

  /** How many records a group is done with. */
  private static long committed(String group) throws Exception {
    return BED
        .broker()
        .admin()
        .listConsumerGroupOffsets(group)
        .partitionsToOffsetAndMetadata()
        .get()
        .values()
        .stream()
        .filter(offset -> offset != null)
        .mapToLong(offset -> offset.offset())
        .sum();
  }

  private static long endOf(String topic) {
    return TopicReader.readAll(BED.broker().bootstrap(), topic).size();
  }
}
