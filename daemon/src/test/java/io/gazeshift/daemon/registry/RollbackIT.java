package io.gazeshift.daemon.registry;

import static io.gazeshift.daemon.testing.InferenceBed.LONG;
import static io.gazeshift.daemon.testing.InferenceBed.config;
import static io.gazeshift.daemon.testing.InferenceBed.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.infer.HeadRegistry;
import io.gazeshift.daemon.infer.InferenceService;
import io.gazeshift.daemon.keys.KeyFiles;
import io.gazeshift.daemon.keys.TrustedKeys;
import io.gazeshift.daemon.registry.Registrar.Pin;
import io.gazeshift.daemon.stream.PredictionFollower;
import io.gazeshift.daemon.swap.HeadFollower;
import io.gazeshift.daemon.swap.HeadSwap;
import io.gazeshift.daemon.swap.HeadVerifier;
import io.gazeshift.daemon.testing.InferenceBed;
import io.gazeshift.daemon.testing.TestHeads;
import io.gazeshift.daemon.testing.TestRegistry;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A rollback, and how long two inference services of two groups take to predict by it. */
class RollbackIT {

  private static final String DOMAIN = "hall";
  private static final float WRONG_RAD = 0.5f;
  private static final float RIGHT_RAD = 0.1f;

  @RegisterExtension static final InferenceBed BED = new InferenceBed();

  private final Map<Long, Integer> seen = new HashMap<>();
  private long frame;

  @Test
  void everyInferenceServicePredictsByTheOldHeadAgain(@TempDir Path dir) {
    KeyFiles keys = KeyFiles.generate(dir, new SecureRandom());
    TrustedKeys trusted = TrustedKeys.read(List.of(keys.publicKey()));
    HeadRegistry[] heads = {BED.sourceHeads(), BED.sourceHeads()};
    try (TestRegistry registry = TestRegistry.signed(BED, keys);
        Backbone second = BED.openBackbone();
        HeadFollower oneFollows = follower(heads[0], trusted);
        HeadFollower otherFollows = follower(heads[1], trusted);
        InferenceService one = service("one", BED.backbone(), heads[0], oneFollows);
        InferenceService other = service("other", second, heads[1], otherFollows);
        KafkaProducer<String, byte[]> cameras = BED.broker().producer();
        PredictionFollower predictions =
            new PredictionFollower(BED.kafka(), PredictionFollower.From.START)) {
      registry.publish(DOMAIN, head(RIGHT_RAD), 0);
      registry.publish(DOMAIN, head(WRONG_RAD), 1);
      oneFollows.start();
      otherFollows.start();
      one.start();
      other.start();
      awaitBothPredictBy(2, WRONG_RAD, cameras, predictions);

      long startNanos = System.nanoTime();
      HeadModel back =
          registry.publish(
              by -> by.restore(DOMAIN, 1, Pin.AS_BEFORE, "2 is wrong", Author.person("ann")));
      long publishedNanos = System.nanoTime();
      awaitBothPredictBy(3, RIGHT_RAD, cameras, predictions);
      long predictedNanos = System.nanoTime();

      assertThat(back.getVersion()).isEqualTo(3);
      assertThat(back.getRestoredVersion()).isEqualTo(1);
      assertThat(heads)
          .allSatisfy(own -> assertThat(own.headFor(DOMAIN).head()).isEqualTo(head(RIGHT_RAD)));
      System.out.printf(
          "rollback: published in %d ms, both services predicted by it %d ms later%n",
          (publishedNanos - startNanos) / 1_000_000, (predictedNanos - publishedNanos) / 1_000_000);
    }
  }

  /** Shows a face at a time until one of them has been predicted twice, both times by this head. */
  private void awaitBothPredictBy(
      long version,
      float pitchRad,
      KafkaProducer<String, byte[]> cameras,
      PredictionFollower predictions) {
    seen.clear();
    await()
        .atMost(LONG)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              send(cameras, BED.face(DOMAIN, frame++));
              for (GazePrediction prediction : predictions.poll(Duration.ofMillis(20))) {
                if (prediction.getModelVersion() == version) {
                  assertThat((float) prediction.getNormalised().getPitch()).isEqualTo(pitchRad);
                  seen.merge(prediction.getIdentity().getFrameSeq(), 1, Integer::sum);
                }
              }
              return seen.containsValue(2);
            });
  }

  private static InferenceService service(
      String group, Backbone backbone, HeadRegistry heads, HeadFollower follower) {
    return BED.service(
        BED.kafka(),
        config("rollback-" + group, group),
        backbone,
        heads,
        follower,
        new SimpleMeterRegistry());
  }

  private static HeadFollower follower(HeadRegistry heads, TrustedKeys keys) {
    HeadVerifier verifier =
        new HeadVerifier(
            BED.backbone().fingerprint(), new float[BED.backbone().featureSize()], keys);
    return new HeadFollower(
        BED.kafka(),
        new HeadSwap(verifier, heads, (record, version, why) -> {}, new SimpleMeterRegistry()));
  }

  private static Head head(float pitchRad) {
    return TestHeads.constant(BED.backbone().featureSize(), pitchRad, 0);
  }
}
