package io.gazeshift.inference.person;

import static io.gazeshift.testing.InferenceExtension.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.inference.pipeline.InferenceService.Readiness;
import io.gazeshift.inference.pipeline.ServedModel;
import io.gazeshift.inference.smooth.GazeSmoothing;
import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.PersonOffset;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.SeenPredictions;
import io.gazeshift.testing.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A glance that is recorded while inference runs corrects the face it was recorded of. */
class GlanceOffsetsIT {

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  private static final String CAMERA = "booth";
  private static final int FRAMES = 8;
  private static final double BIAS_SD = Math.toRadians(5);
  private static final HeadAccuracy ACCURACY =
      new HeadAccuracy(Math.toRadians(6), Math.toRadians(6), BIAS_SD, BIAS_SD);
  private static final SimpleMeterRegistry METERS = new SimpleMeterRegistry();
  private static final FaceTrack TRACK = new FaceTrack(CAMERA, 1, 0);

  @Test
  void aGlanceOfAFaceCorrectsIt() {
    GlanceRules rules =
        GlanceRules.any().ofBackbone(BED.backbone().fingerprint(), BED.backbone().featureSize());
    TrackGlances glances = new TrackGlances(rules::isUsed);
    PersonOffsets offsets = new PersonOffsets(ExpectedGaze.UNKNOWN, glances, Optional.of(ACCURACY));
    try (GlanceFollower follower =
            new GlanceFollower(
                BED.kafka(),
                (key, glance) -> rules.rejection(key, glance).isEmpty(),
                glances,
                METERS);
        InferenceService service = service(offsets);
        KafkaProducer<String, byte[]> producer = BED.broker().producer();
        GlanceStore store = new GlanceStore(BED.kafka());
        SeenPredictions seen = BED.predictions(CAMERA)) {
      follower.start();
      service.start();
      send(producer, 0, FRAMES);
      assertThat(seen.await(FRAMES)).noneMatch(prediction -> prediction.hasPersonOffset());

      List<FeatureSample> frames = features();
      List<FeatureSample> others = ofAnotherBackbone(frames);
      store.publish(glance("bad", 20, others));
      store.publish(glance("good", 3, Stream.concat(frames.stream(), others.stream()).toList()));
      await().atMost(LONG).until(() -> glances.of(TRACK).size() == 1);
      send(producer, FRAMES, 2 * FRAMES);
      PersonOffset offset = seen.await(2 * FRAMES).get(FRAMES).getPersonOffset();
      assertThat(offset.getGlances()).isEqualTo(1);
      assertThat(Math.toDegrees(offset.getOffset().getYaw())).isCloseTo(3 * 25.0 / 36, within(0.2));

      store.remove(CAMERA, "good");
      await().atMost(LONG).until(() -> glances.of(TRACK).isEmpty());
      send(producer, 2 * FRAMES, 2 * FRAMES + 1);
      assertThat(seen.await(2 * FRAMES + 1).get(2 * FRAMES).hasPersonOffset()).isFalse();
      assertThat(follower.failure()).isEmpty();
      assertThat(follower.problem()).isEmpty();
    }
  }

  private static InferenceService service(PersonOffsets offsets) {
    return new InferenceService(
        BED.kafka(),
        InferenceExtension.config("glance-offsets", "only"),
        new ServedModel(
            BED.backbone(),
            BED.sourceHeads(),
            offsets,
            PredictedTargets.none(),
            GazeSmoothing.off()),
        Readiness.NOW,
        BoundedMeters.of(METERS),
        InstantSource.system());
  }

  private static void send(KafkaProducer<String, byte[]> producer, int from, int to) {
    for (int seq = from; seq < to; seq++) {
      InferenceExtension.send(producer, BED.face(CAMERA, seq));
    }
    producer.flush();
  }

  private static List<FeatureSample> features() {
    return TopicReader.readAll(BED.broker().bootstrap(), Topics.FEATURES.name()).stream()
        .map(record -> RecordType.FEATURE_SAMPLE.decode(record.value()))
        .filter(sample -> sample.getIdentity().getCamera().equals(CAMERA))
        // The next ones show other people, but a look is at one point.
        .limit(1)
        .flatMap(sample -> Collections.nCopies(FRAMES, sample).stream())
        .toList();
  }

  /** Which finds fewer features. */
  private static List<FeatureSample> ofAnotherBackbone(List<FeatureSample> frames) {
    return frames.stream()
        .map(
            frame ->
                frame.toBuilder()
                    .setBackboneFingerprint("another")
                    .setFeatureFp16(frame.getFeatureFp16().substring(Short.BYTES))
                    .build())
        .toList();
  }

  /** The person looked so much further left in the image than the head says. */
  private static CalibrationGlance glance(String id, double yawDeg, List<FeatureSample> frames) {
    Gaze predicted = Gaze.from(frames.get(0).getPrediction());
    Gaze truth = new Gaze(predicted.pitchRad(), predicted.yawRad() + Math.toRadians(yawDeg));
    Rotation cameraToVirtual = Rotation.ofRows(frames.get(0).getNormalisationRotationList());
    return CalibrationGlance.newBuilder()
        .setDomain(CAMERA)
        .setGlanceId(id)
        .setCameraGaze(truth.rotatedBy(cameraToVirtual.inverse()).toMessage())
        .addAllFrames(frames)
        .setAuthor("person test")
        .setCreatedMicros(1)
        .build();
  }
}
