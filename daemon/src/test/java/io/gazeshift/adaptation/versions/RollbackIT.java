package io.gazeshift.adaptation.versions;

import static io.gazeshift.testing.InferenceExtension.LONG;
import static io.gazeshift.testing.InferenceExtension.config;
import static io.gazeshift.testing.InferenceExtension.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.testing.TestRegistry;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.inference.predictions.PredictionFollower;
import io.gazeshift.inference.swap.HeadFollower;
import io.gazeshift.inference.swap.HeadSwap;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.TestHeads;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rollbacks, while two inference services of two groups predict the same faces. */
class RollbackIT {

  private static final String DOMAIN = "hall";
  private static final float WRONG_RAD = 0.5f;
  private static final float RIGHT_RAD = 0.1f;
  private static final int ROLLBACKS = 9;

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  private final Map<Long, Integer> timesPredicted = new HashMap<>();
  private final Map<Long, Integer> timesByVersion = new HashMap<>();
  private long frame;

  @Test
  void everyInferenceServiceHasTheOldHeadActiveWithinASecondAndPredictsByIt(@TempDir Path dir) {
    KeyFiles keys = KeyFiles.generate(dir, new SecureRandom());
    TrustedKeys trusted = TrustedKeys.read(List.of(keys.publicKey()));
    ActiveHeads[] heads = {BED.sourceHeads(), BED.sourceHeads()};
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

      List<Duration> tookToBeActive = new ArrayList<>();
      for (long version = 3; version < 3 + ROLLBACKS; version++) {
        // Each goes back to the head before the last, so that they take turns.
        long restored = version - 2;
        float pitchRad = restored % 2 == 1 ? RIGHT_RAD : WRONG_RAD;
        AtomicLong writtenNanos = new AtomicLong();
        HeadModel back =
            registry.publish(
                by -> {
                  Publication made =
                      by.restore(
                          DOMAIN, restored, Pin.AS_BEFORE, "it is wrong", Author.person("ann"));
                  writtenNanos.set(System.nanoTime());
                  return made;
                });
        awaitActive(version, heads);
        tookToBeActive.add(Duration.ofNanos(System.nanoTime() - writtenNanos.get()));
        awaitBothPredictBy(version, pitchRad, cameras, predictions);

        assertThat(back.getVersion()).isEqualTo(version);
        assertThat(back.getRestoredVersion()).isEqualTo(2 - version % 2);
        assertThat(heads)
            .allSatisfy(own -> assertThat(own.headFor(DOMAIN).head()).isEqualTo(head(pitchRad)));
      }
      // A built-in delay shows in each, a busy machine only in some. 'gazeshift bench' tells more.
      assertThat(Collections.min(tookToBeActive))
          .as("of %s", tookToBeActive)
          .isLessThanOrEqualTo(Duration.ofSeconds(1));
      await()
          .atMost(LONG)
          .until(
              () -> {
                look(predictions, -1, 0);
                return timesPredicted.size() == frame
                    && timesPredicted.values().stream().allMatch(times -> times == 2);
              });
    }
  }

  /**
   * Shows a face at a time until one of them has been predicted twice, both times by this head.
   *
   * @param pitchRad what that head says
   */
  private void awaitBothPredictBy(
      long version,
      float pitchRad,
      KafkaProducer<String, byte[]> cameras,
      PredictionFollower predictions) {
    timesByVersion.clear();
    await()
        .atMost(LONG)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              send(cameras, BED.face(DOMAIN, frame++));
              look(predictions, version, pitchRad);
              return timesByVersion.containsValue(2);
            });
  }

  private static void awaitActive(long version, ActiveHeads... heads) {
    for (ActiveHeads own : heads) {
      await()
          .atMost(LONG)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(2))
          .until(() -> own.headFor(DOMAIN).version() == version);
    }
  }

  private void look(PredictionFollower predictions, long version, float pitchRad) {
    for (GazePrediction prediction : predictions.poll(Duration.ofMillis(20))) {
      long seq = prediction.getIdentity().getFrameSeq();
      timesPredicted.merge(seq, 1, Integer::sum);
      if (prediction.getModelVersion() == version) {
        assertThat((float) prediction.getNormalised().getPitch()).isEqualTo(pitchRad);
        timesByVersion.merge(seq, 1, Integer::sum);
      }
    }
  }

  private static InferenceService service(
      String group, Backbone backbone, ActiveHeads heads, HeadFollower follower) {
    return BED.service(
        BED.kafka(),
        config("rollback-" + group, group),
        backbone,
        heads,
        follower,
        new SimpleMeterRegistry());
  }

  private static HeadFollower follower(ActiveHeads heads, TrustedKeys keys) {
    HeadVerifier verifier =
        new HeadVerifier(
            BED.backbone().fingerprint(), new float[BED.backbone().featureSize()], keys);
    return new HeadFollower(
        BED.kafka(),
        new HeadSwap(
            verifier,
            heads,
            (record, version, why) -> {},
            BoundedMeters.of(new SimpleMeterRegistry())));
  }

  private static Head head(float pitchRad) {
    return TestHeads.constant(BED.backbone().featureSize(), pitchRad, 0);
  }
}
