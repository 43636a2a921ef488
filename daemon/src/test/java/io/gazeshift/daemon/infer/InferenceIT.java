package io.gazeshift.daemon.infer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.gazeshift.common.config.sections.InferConfig;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BackboneOptions;
import io.gazeshift.daemon.backbone.PatchDecoder;
import io.gazeshift.daemon.bench.RenderedFaces;
import io.gazeshift.daemon.bench.RenderedFaces.Labelled;
import io.gazeshift.daemon.model.ModelDirectory;
import io.gazeshift.daemon.stream.PredictionFollower;
import io.gazeshift.daemon.stream.PredictionFollower.From;
import io.gazeshift.daemon.testing.RunningBroker;
import io.gazeshift.daemon.testing.TopicReader;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Inference on a real broker with the built-in model. */
@SuppressWarnings("FutureReturnValueIgnored") // What is not acknowledged is not predicted either.
class InferenceIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final long NOW_MICROS = 1_700_000_000_000_000L;

  private static ModelDirectory model;
  private static Backbone backbone;
  private static RenderedFaces rendered;

  @BeforeAll
  static void openModel() throws InterruptedException {
    model = ModelDirectory.builtIn();
    backbone = model.openBackbone(new BackboneOptions("cpu", 1));
    rendered = new RenderedFaces(SyntheticScene.STUDIO, 991, 60);
  }

  @AfterAll
  static void closeModel() {
    backbone.close();
  }

  @Test
  void everyFaceIsPredictedOnceUnderItsOwnIdentity() {
    Map<Long, Labelled> sent = new HashMap<>();
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        InferenceService service = service(new HeadRegistry(model.sourceHead()), "identity")) {
      service.start();
      for (long seq = 0; seq < 60; seq++) {
        Labelled face = rendered.face("identity", 1, seq, NOW_MICROS + seq);
        sent.put(seq, face);
        send(producer, face.face());
      }
      producer.flush();
      await().atMost(LONG).until(() -> predictionsOf("identity").size() >= 60);
    }

    List<GazePrediction> predictions = predictionsOf("identity");
    assertThat(predictions).hasSize(60);
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
        TopicReader.readAll(BROKER.bootstrap(), Topics.FEATURES.name()).stream()
            .map(record -> RecordType.FEATURE_SAMPLE.decode(record.value()))
            .filter(sample -> sample.getIdentity().getCamera().equals("identity"))
            .toList();
    assertThat(features)
        .hasSize(60)
        .allSatisfy(
            sample -> {
              assertThat(sample.getBackboneFingerprint()).isEqualTo(backbone.fingerprint());
              assertThat(sample.getFeatureFp16().size()).isEqualTo(2 * backbone.featureSize());
            });
  }

  @Test
  void aRecordThatCannotBeUsedGoesToTheDeadLettersAndStopsNobody() {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        InferenceService service = service(new HeadRegistry(model.sourceHead()), "poison")) {
      service.start();
      send(producer, rendered.face("poison", 1, 0, NOW_MICROS).face());
      byte[] noise = {1, 2, 3, 4, 5};
      producer.send(new ProducerRecord<>(Topics.FACES.name(), "poison", noise));
      send(producer, withPatch(rendered.face("poison", 1, 1, NOW_MICROS).face(), bomb()));
      send(
          producer,
          withPatch(
              rendered.face("poison", 1, 2, NOW_MICROS).face(),
              ByteString.copyFromUtf8("this is no JPEG")));
      send(producer, rendered.face("poison", 1, 3, NOW_MICROS).face());
      producer.flush();
      await().atMost(LONG).until(() -> predictionsOf("poison").size() >= 2);
    }

    assertThat(predictionsOf("poison"))
        .extracting(prediction -> prediction.getIdentity().getFrameSeq())
        .containsExactlyInAnyOrder(0L, 3L);
    List<ConsumerRecord<String, byte[]>> letters =
        TopicReader.readAll(BROKER.bootstrap(), Topics.FACES_DLQ.name()).stream()
            .filter(record -> record.key().equals("poison"))
            .toList();
    assertThat(letters).hasSize(3);
    assertThat(letters.get(0).value()).isEqualTo(new byte[] {1, 2, 3, 4, 5});
    assertThat(letters)
        .allSatisfy(
            letter -> {
              assertThat(header(letter, DeadLetter.TOPIC)).isEqualTo(Topics.FACES.name());
              assertThat(header(letter, DeadLetter.OFFSET)).matches("\\d+");
              assertThat(header(letter, DeadLetter.EXPLANATION)).isNotBlank();
            });
    assertThat(letters)
        .extracting(letter -> header(letter, DeadLetter.REASON))
        .containsExactly("MALFORMED", "WRONG_SIZE", "NOT_A_JPEG");
  }

  @Test
  void aDomainsOwnHeadPredictsFromTheNextBatchOn() {
    HeadRegistry heads = new HeadRegistry(model.sourceHead());
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        InferenceService service = service(heads, "swap")) {
      service.start();
      send(producer, rendered.face("swap", 1, 0, NOW_MICROS).face());
      await().atMost(LONG).until(() -> predictionsOf("swap").size() == 1);
      heads.swap("swap", new VersionedHead(model.sourceHead(), 7));
      send(producer, rendered.face("swap", 1, 1, NOW_MICROS).face());
      await().atMost(LONG).until(() -> predictionsOf("swap").size() == 2);
    }
    assertThat(predictionsOf("swap"))
        .extracting(GazePrediction::getModelVersion)
        .containsExactly(0L, 7L);
  }

  @Test
  void aBrokerKilledInTheMiddleLosesAndRepeatsNothing() throws Exception {
    AtomicLong acknowledged = new AtomicLong();
    Map<Long, Boolean> acked = new ConcurrentHashMap<>();
    int total = 1500;
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        InferenceService service = service(new HeadRegistry(model.sourceHead()), "killed")) {
      service.start();
      for (long seq = 0; seq < total; seq++) {
        long number = seq;
        FaceFrame face = rendered.face("killed", 1, seq, NOW_MICROS).face();
        producer.send(
            record(face),
            (metadata, failure) -> {
              if (failure == null) {
                acknowledged.incrementAndGet();
                acked.put(number, true);
              }
            });
        if (seq == total / 2) {
          await().atMost(LONG).until(() -> predictionsOf("killed").size() > 50);
          ProcessHandle.of(BROKER.broker().pid()).orElseThrow().destroyForcibly();
        }
      }
      producer.flush();
      assertThat(acknowledged.get()).isGreaterThan(total / 2);
      await().atMost(LONG).until(() -> predictionsOf("killed").size() >= acknowledged.get());
    }
    assertThat(predictionsOf("killed"))
        .extracting(prediction -> prediction.getIdentity().getFrameSeq())
        .doesNotHaveDuplicates()
        .containsAll(acked.keySet());
  }

  private InferenceService service(HeadRegistry heads, String group) {
    InferConfig config =
        new InferConfig(
            Optional.empty(),
            "cpu",
            1,
            32,
            Duration.ofMillis(5),
            "test-" + group,
            InferConfig.Delivery.EXACTLY_ONCE);
    return new InferenceService(
        new KafkaAccess(BROKER.bootstrap(), Map.of()),
        config,
        backbone,
        new PatchDecoder(model.preprocessing()),
        heads,
        new SimpleMeterRegistry(),
        InstantSource.system());
  }

  private static void send(KafkaProducer<String, byte[]> producer, FaceFrame face) {
    producer.send(record(face));
  }

  private static ProducerRecord<String, byte[]> record(FaceFrame face) {
    return new ProducerRecord<>(
        Topics.FACES.name(), face.getIdentity().getCamera(), RecordType.FACE_FRAME.encode(face));
  }

  private static FaceFrame withPatch(FaceFrame face, ByteString jpeg) {
    return face.toBuilder().setPatchJpeg(jpeg).build();
  }

  /** A small patch whose header claims 60000 x 60000 pixels. */
  private static ByteString bomb() {
    byte[] jpeg = rendered.face("bomb", 1, 0, NOW_MICROS).face().getPatchJpeg().toByteArray();
    for (int i = 0; i < jpeg.length - 9; i++) {
      if ((jpeg[i] & 0xff) == 0xff && (jpeg[i + 1] & 0xff) == 0xc0) {
        jpeg[i + 5] = jpeg[i + 7] = (byte) (60000 >> 8);
        jpeg[i + 6] = jpeg[i + 8] = (byte) 60000;
        return ByteString.copyFrom(jpeg);
      }
    }
    throw new IllegalStateException("the patch has no frame header");
  }

  /** As an application sees them: committed only. */
  private static List<GazePrediction> predictionsOf(String camera) {
    List<GazePrediction> predictions = new ArrayList<>();
    try (PredictionFollower follower =
        new PredictionFollower(new KafkaAccess(BROKER.bootstrap(), Map.of()), From.START)) {
      for (List<GazePrediction> more = follower.poll(Duration.ofMillis(500));
          !more.isEmpty();
          more = follower.poll(Duration.ofMillis(200))) {
        more.stream()
            .filter(prediction -> prediction.getIdentity().getCamera().equals(camera))
            .forEach(predictions::add);
      }
    }
    return predictions;
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
