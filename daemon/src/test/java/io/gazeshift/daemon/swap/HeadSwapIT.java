package io.gazeshift.daemon.swap;

import static io.gazeshift.daemon.testing.InferenceBed.LONG;
import static io.gazeshift.daemon.testing.InferenceBed.config;
import static io.gazeshift.daemon.testing.InferenceBed.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.daemon.infer.HeadRegistry;
import io.gazeshift.daemon.infer.InferenceService;
import io.gazeshift.daemon.keys.HeadSigner;
import io.gazeshift.daemon.keys.KeyFiles;
import io.gazeshift.daemon.keys.TrustedKeys;
import io.gazeshift.daemon.testing.InferenceBed;
import io.gazeshift.daemon.testing.SeenPredictions;
import io.gazeshift.daemon.testing.TopicReader;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Heads published to a real broker, and what inference makes of them. */
class HeadSwapIT {

  @RegisterExtension static final InferenceBed BED = new InferenceBed();

  private final HeadRegistry heads = BED.sourceHeads();
  private final MeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void aNewProcessHasEveryHeadBeforeItsFirstFaceAndSwapsBetweenBatches() {
    try (HeadPublisher publisher = publisher(Optional.empty());
        KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("early");
        HeadFollower follower = follower(TrustedKeys.none());
        InferenceService service =
            BED.service(
                BED.kafka(), config("early", "only"), BED.backbone(), heads, follower, registry)) {
      assertThat(publisher.publish("early", head(0.1f), 0, "first")).isEqualTo(1);
      assertThat(publisher.publish("early", head(0.2f), 1, "second")).isEqualTo(2);
      send(producer, BED.face("early", 0));
      producer.flush();
      service.start();
      follower.start();
      seen.await(1);

      assertThat(publisher.publish("early", head(0.3f), 2, "third")).isEqualTo(3);
      await().atMost(LONG).until(() -> heads.headFor("early").version() == 3);
      send(producer, BED.face("early", 1));
      seen.await(2);
      publisher.retire("early");
      await().atMost(LONG).until(() -> heads.headFor("early").version() == 0);
      send(producer, BED.face("early", 2));

      List<GazePrediction> predictions = seen.await(3);
      assertThat(predictions)
          .extracting(GazePrediction::getModelVersion)
          .containsExactly(2L, 3L, 0L);
      assertThat(predictions.get(0).getNormalised().getPitch()).isEqualTo(0.2f);
      assertThat(predictions.get(1).getNormalised().getPitch()).isEqualTo(0.3f);
      assertThat(registry.get("gazeshift.infer.head.swaps").counter().count())
          .isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void aRefusedHeadLeavesTheOldOneAndIsToldOf() {
    try (HeadPublisher publisher = publisher(Optional.empty());
        KafkaProducer<String, byte[]> producer = BED.broker().producer();
        RefusalEvents events = new RefusalEvents(BED.kafka(), "pod-0", InstantSource.system());
        HeadFollower follower = follower(TrustedKeys.none(), events)) {
      follower.start();
      publisher.publish("bad", head(0.1f), 0, "good");
      HeadModel good = TestHeads.record("bad", 2, BED.backbone().fingerprint(), head(0.2f));
      publish(producer, "bad", good.toBuilder().setBackboneFingerprint("another").build());
      publish(producer, "bad", good.toBuilder().setVersion(1).build());
      publish(
          producer,
          "bad",
          good.toBuilder().setSha256(good.getLayers(0).getWeight().substring(0, 32)).build());
      publishBytes(producer, "bad", new byte[] {1, 2, 3});
      // The stream goes on: the publisher finds the next version among all this.
      assertThat(publisher.publish("bad", head(0.5f), 1, "better")).isEqualTo(3);
      await().atMost(LONG).until(() -> heads.headFor("bad").version() == 3);
    }

    assertThat(refused("OTHER_BACKBONE")).isEqualTo(1);
    assertThat(refused("OLD_VERSION")).isEqualTo(1);
    assertThat(refused("WRONG_HASH")).isEqualTo(1);
    assertThat(refused("UNDECODABLE")).isEqualTo(1);
    List<AdaptationEvent> events = events("bad");
    assertThat(events)
        .extracting(event -> event.getVerdict().getChecks(0).getName())
        .containsExactly("OTHER_BACKBONE", "OLD_VERSION", "WRONG_HASH", "UNDECODABLE");
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
        .containsExactly(2L, 1L, 2L, 0L);
  }

  @Test
  void whereKeysAreTrustedOnlySignedHeadsPredict(@TempDir Path dir) {
    KeyFiles keys = KeyFiles.generate(dir, new SecureRandom());
    HeadSigner signer = HeadSigner.read(keys.privateKey());
    try (HeadPublisher unsigned = publisher(Optional.empty());
        HeadPublisher signing = publisher(Optional.of(signer));
        HeadFollower follower = follower(TrustedKeys.read(List.of(keys.publicKey())))) {
      follower.start();
      unsigned.publish("signed", head(0.1f), 0, "unsigned");
      assertThat(signing.publish("signed", head(0.2f), 0, "signed")).isEqualTo(2);
      await().atMost(LONG).until(() -> heads.headFor("signed").version() == 2);
    }
    assertThat(refused("UNSIGNED")).isGreaterThanOrEqualTo(1);
  }

  private HeadPublisher publisher(Optional<HeadSigner> signer) {
    return new HeadPublisher(
        BED.kafka(), BED.backbone().fingerprint(), signer, InstantSource.system());
  }

  private HeadFollower follower(TrustedKeys keys) {
    return follower(keys, (record, version, refusal) -> {});
  }

  private HeadFollower follower(TrustedKeys keys, HeadSwap.Refusals refusals) {
    HeadVerifier verifier =
        new HeadVerifier(
            BED.backbone().fingerprint(), new float[BED.backbone().featureSize()], keys);
    return new HeadFollower(BED.kafka(), new HeadSwap(verifier, heads, refusals, registry));
  }

  private static Head head(float pitchRad) {
    return TestHeads.constant(BED.backbone().featureSize(), pitchRad, 0);
  }

  private double refused(String reason) {
    Counter counter = registry.find("gazeshift.infer.head.refused").tag("reason", reason).counter();
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
