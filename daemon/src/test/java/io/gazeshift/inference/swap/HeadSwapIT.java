package io.gazeshift.inference.swap;

import static io.gazeshift.testing.InferenceExtension.LONG;
import static io.gazeshift.testing.InferenceExtension.config;
import static io.gazeshift.testing.InferenceExtension.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.testing.TestRegistry;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.SeenPredictions;
import io.gazeshift.testing.TestHeads;
import io.gazeshift.testing.TopicReader;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Heads published to a real broker, and what inference makes of them. */
class HeadSwapIT {

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  private final ActiveHeads heads = BED.sourceHeads();
  private final MeterRegistry meters = new SimpleMeterRegistry();

  @Test
  void aNewProcessHasEveryHeadBeforeItsFirstFaceAndSwapsBetweenBatches() {
    try (TestRegistry registry = TestRegistry.unsigned(BED);
        KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("early");
        HeadFollower follower = follower(TrustedKeys.none());
        InferenceService service =
            BED.service(
                BED.kafka(), config("early", "only"), BED.backbone(), heads, follower, meters)) {
      assertThat(registry.publish("early", head(0.1f), 0)).isEqualTo(1);
      assertThat(registry.publish("early", head(0.2f), 1)).isEqualTo(2);
      send(producer, BED.face("early", 0));
      producer.flush();
      service.start();
      follower.start();
      seen.await(1);

      assertThat(registry.publish("early", head(0.3f), 2)).isEqualTo(3);
      await().atMost(LONG).until(() -> heads.headFor("early").version() == 3);
      send(producer, BED.face("early", 1));
      seen.await(2);
      registry.retire("early");
      await().atMost(LONG).until(() -> heads.headFor("early").version() == 4);
      send(producer, BED.face("early", 2));

      List<GazePrediction> predictions = seen.await(3);
      assertThat(predictions)
          .extracting(GazePrediction::getModelVersion)
          .containsExactly(2L, 3L, 4L);
      assertThat(predictions.get(0).getNormalised().getPitch()).isEqualTo(0.2f);
      assertThat(predictions.get(1).getNormalised().getPitch()).isEqualTo(0.3f);
      assertThat(heads.headFor("early").head()).isEqualTo(BED.model().sourceHead());
      assertThat(meters.get("gazeshift.infer.head.swaps").counter().count())
          .isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void aRejectedHeadLeavesTheOldOneAndIsToldOf() {
    try (TestRegistry registry = TestRegistry.unsigned(BED);
        KafkaProducer<String, byte[]> producer = BED.broker().producer();
        RejectionEvents events = new RejectionEvents(BED.kafka(), "pod-0", InstantSource.system());
        HeadFollower follower = follower(TrustedKeys.none(), events)) {
      follower.start();
      registry.publish("bad", head(0.1f), 0);
      HeadModel good = TestHeads.record("bad", 2, BED.backbone().fingerprint(), head(0.2f));
      publish(producer, "bad", good.toBuilder().setBackboneFingerprint("another").build());
      publish(producer, "bad", good.toBuilder().setVersion(1).build());
      publish(
          producer,
          "bad",
          good.toBuilder().setSha256(good.getLayers(0).getWeight().substring(0, 32)).build());
      publishBytes(producer, "bad", new byte[] {1, 2, 3});
      publishBytes(producer, "bad", null);
      // The stream goes on: the registry finds the next version among all this.
      assertThat(registry.publish("bad", head(0.5f), 1)).isEqualTo(3);
      await().atMost(LONG).until(() -> heads.headFor("bad").version() == 3);
    }

    assertThat(rejected("OTHER_BACKBONE")).isEqualTo(1);
    assertThat(rejected("OLD_VERSION")).isEqualTo(1);
    assertThat(rejected("WRONG_HASH")).isEqualTo(1);
    assertThat(rejected("UNDECODABLE")).isEqualTo(1);
    List<AdaptationEvent> events = events("bad");
    assertThat(events)
        .extracting(event -> event.getVerdict().getChecks(0).getName())
        .containsExactly("OTHER_BACKBONE", "OLD_VERSION", "WRONG_HASH", "UNDECODABLE", "NO_VALUE");
    assertThat(events)
        .allSatisfy(
            event -> {
              GateCheck check = event.getVerdict().getChecks(0);
              assertThat(event.getTrigger()).isEqualTo("swap");
              assertThat(event.getRunId()).startsWith("swap-pod-0-");
              assertThat(event.getVerdict().getAccepted()).isFalse();
              assertThat(check.getPassed()).isFalse();
              assertThat(check.getReason()).isNotBlank();
              assertThat(event.getParentVersion()).isEqualTo(1);
            });
    assertThat(events)
        .extracting(AdaptationEvent::getRefusedVersion)
        .containsExactly(2L, 1L, 2L, 0L, 0L);
  }

  @Test
  void whereKeysAreTrustedOnlySignedHeadsPredict(@TempDir Path dir) {
    KeyFiles keys = KeyFiles.generate(dir, new SecureRandom());
    try (TestRegistry unsigned = TestRegistry.unsigned(BED);
        TestRegistry signing = TestRegistry.signed(BED, keys);
        HeadFollower follower = follower(TrustedKeys.read(List.of(keys.publicKey())))) {
      follower.start();
      assertThat(unsigned.publish("signed", head(0.1f), 0)).isEqualTo(1);
      // A head without a trusted signature was never a version.
      assertThat(signing.publish("signed", head(0.2f), 0)).isEqualTo(1);
      await().atMost(LONG).until(() -> heads.headFor("signed").version() == 1);
      assertThat(heads.headFor("signed").head()).isEqualTo(head(0.2f));
    }
    assertThat(rejected("UNSIGNED")).isGreaterThanOrEqualTo(1);
  }

  private HeadFollower follower(TrustedKeys keys) {
    return follower(keys, (record, version, rejection) -> {});
  }

  private HeadFollower follower(TrustedKeys keys, HeadSwap.Rejections rejections) {
    HeadVerifier verifier =
        new HeadVerifier(
            BED.backbone().fingerprint(), new float[BED.backbone().featureSize()], keys);
    return new HeadFollower(
        BED.kafka(), new HeadSwap(verifier, heads, rejections, BoundedMeters.of(meters)));
  }

  private static Head head(float pitchRad) {
    return TestHeads.constant(BED.backbone().featureSize(), pitchRad, 0);
  }

  private double rejected(String reason) {
    Counter counter = meters.find("gazeshift.infer.head.rejected").tag("reason", reason).counter();
    return counter == null ? 0 : counter.count();
  }

  private static void publish(
      KafkaProducer<String, byte[]> producer, String domain, HeadModel head) {
    publishBytes(producer, domain, RecordType.HEAD_MODEL.encode(head));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Waited for by flushing.
  private static void publishBytes(
      KafkaProducer<String, byte[]> producer, String domain, byte[] value) {
    producer.send(new ProducerRecord<>(Topics.MODELS.name(), domain, value));
    producer.flush();
  }

  private static List<AdaptationEvent> events(String domain) {
    return TopicReader.readAll(BED.broker().bootstrap(), Topics.ADAPTATIONS.name()).stream()
        .map(record -> RecordType.ADAPTATION_EVENT.decode(record.value()))
        .filter(event -> event.getDomain().equals(domain))
        .toList();
  }
}
