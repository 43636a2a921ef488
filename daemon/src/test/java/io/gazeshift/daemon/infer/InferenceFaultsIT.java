package io.gazeshift.daemon.infer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.config.sections.InferConfig;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BackboneOptions;
import io.gazeshift.daemon.backbone.PatchDecoder;
import io.gazeshift.daemon.bench.RenderedFaces;
import io.gazeshift.daemon.model.ModelDirectory;
import io.gazeshift.daemon.stream.PredictionFollower;
import io.gazeshift.daemon.stream.PredictionFollower.From;
import io.gazeshift.daemon.testing.RunningBroker;
import io.gazeshift.daemon.testing.TopicReader;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What must not stop a partition, lose a face, repeat one, or keep the process from ending. */
class InferenceFaultsIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final long NOW_MICROS = 1_700_000_000_000_000L;

  private static ModelDirectory model;
  private static Backbone backbone;
  private static RenderedFaces rendered;

  @BeforeAll
  static void openModel() throws InterruptedException {
    model = ModelDirectory.builtIn();
    backbone = model.openBackbone(new BackboneOptions("cpu", 1));
    rendered = new RenderedFaces(SyntheticScene.STUDIO, 17, 10);
  }

  @AfterAll
  static void closeModel() {
    backbone.close();
  }

  @Test
  void aRecordLargerThanAFaceMayBeGoesToTheDeadLetters() {
    byte[] large = new byte[RecordType.FACE_FRAME.maxBytes() + 500_000];

    refusedBetweenTwoFaces("large", large);

    assertThat(letter("large").value()).hasSameSizeAs(large);
    assertThat(reason("large")).isEqualTo("OVERSIZED");
  }

  @Test
  void aRecordThatOnlyFittedBecauseItWasCompressedGoesToTheDeadLettersCut() {
    byte[] huge = new byte[6_000_000];

    try (KafkaProducer<String, byte[]> gzip = BROKER.compressingProducer("gzip")) {
      refusedBetweenTwoFaces(gzip, "huge", huge);
    }

    ConsumerRecord<String, byte[]> letter = letter("huge");
    assertThat(letter.value()).hasSizeLessThan(huge.length);
    assertThat(new String(letter.headers().lastHeader(DeadLetter.CUT_FROM).value(), UTF_8))
        .isEqualTo("6000000");
  }

  @Test
  void aFaceWhosePredictionWouldBeTooLargeToWriteGoesToTheDeadLetters() {
    FaceFrame face = face("wordy", 1);
    FaceFrame wordy =
        face.toBuilder()
            .setIdentity(
                face.getIdentity().toBuilder()
                    .setDomain("d".repeat(RecordType.GAZE_PREDICTION.maxBytes())))
            .build();

    refusedBetweenTwoFaces("wordy", RecordType.FACE_FRAME.encode(wordy));

    assertThat(reason("wordy")).isEqualTo("OVERSIZED");
  }

  @Test
  void membersThatComeAndGoLeaveNothingOutAndRepeatNothing() {
    int cameras = 6;
    int frames = 90;
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        Backbone other = model.openBackbone(new BackboneOptions("cpu", 1));
        InferenceService first = service("shared", backbone);
        InferenceService second = service("shared", other);
        Predictions predictions = new Predictions("shared")) {
      first.start();
      for (int seq = 0; seq < frames; seq++) {
        for (int camera = 0; camera < cameras; camera++) {
          send(producer, face("shared" + camera, seq));
        }
        if (seq == frames / 3) {
          await().atMost(LONG).until(() -> predictions.seen().size() > cameras);
          second.start();
        } else if (seq == 2 * frames / 3) {
          int before = predictions.seen().size();
          await().atMost(LONG).until(() -> predictions.seen().size() > before);
          first.close();
        }
      }
      producer.flush();
      await().atMost(LONG).until(() -> predictions.seen().size() == cameras * frames);
    }
  }

  @Test
  void itClosesWhileTheBrokerDoesNotAnswerAndTheNextOneGoesOn() throws Exception {
    int frames = 200;
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        Predictions predictions = new Predictions("frozen")) {
      for (int seq = 0; seq < frames; seq++) {
        send(producer, face("frozen", seq));
      }
      producer.flush();
      InferenceService service = service("frozen", backbone);
      service.start();
      await().atMost(LONG).until(() -> !predictions.seen().isEmpty());
      signalBroker("-STOP");
      try {
        long startNanos = System.nanoTime();
        service.close();
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
            .isLessThan(Duration.ofSeconds(20));
      } finally {
        signalBroker("-CONT");
      }
      try (InferenceService next = service("frozen", backbone)) {
        next.start();
        await().atMost(LONG).until(() -> predictions.seen().size() == frames);
      }
    }
  }

  private static void signalBroker(String signal) throws Exception {
    new ProcessBuilder("kill", signal, Long.toString(BROKER.broker().pid())).start().waitFor();
  }

  private void refusedBetweenTwoFaces(String camera, byte[] bad) {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      refusedBetweenTwoFaces(producer, camera, bad);
    }
  }

  private void refusedBetweenTwoFaces(
      KafkaProducer<String, byte[]> producer, String camera, byte[] bad) {
    try (InferenceService service = service(camera, backbone)) {
      service.start();
      send(producer, face(camera, 0));
      send(producer, camera, bad);
      send(producer, face(camera, 2));
      producer.flush();
      try (Predictions predictions = new Predictions(camera)) {
        await()
            .atMost(LONG)
            .until(() -> predictions.seen().containsAll(Set.of(camera + " 0", camera + " 2")));
      }
    }
  }

  private static InferenceService service(String group, Backbone backbone) {
    InferConfig config =
        new InferConfig(
            Optional.empty(),
            "cpu",
            1,
            8,
            Duration.ofMillis(5),
            "faults-" + group,
            InferConfig.Delivery.EXACTLY_ONCE);
    return new InferenceService(
        new KafkaAccess(BROKER.bootstrap(), Map.of()),
        config,
        backbone,
        new PatchDecoder(model.preprocessing()),
        new HeadRegistry(model.sourceHead()),
        new SimpleMeterRegistry(),
        InstantSource.system());
  }

  private static FaceFrame face(String camera, long seq) {
    return rendered.face(camera, 1, seq, NOW_MICROS + seq).face();
  }

  private static void send(KafkaProducer<String, byte[]> producer, FaceFrame face) {
    send(producer, face.getIdentity().getCamera(), RecordType.FACE_FRAME.encode(face));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A face that was not sent is never predicted.
  private static void send(KafkaProducer<String, byte[]> producer, String key, byte[] value) {
    producer.send(new ProducerRecord<>(Topics.FACES.name(), key, value));
  }

  private static ConsumerRecord<String, byte[]> letter(String camera) {
    List<ConsumerRecord<String, byte[]>> letters =
        TopicReader.readAll(BROKER.bootstrap(), Topics.FACES_DLQ.name()).stream()
            .filter(record -> record.key().equals(camera))
            .toList();
    assertThat(letters).hasSize(1);
    return letters.get(0);
  }

  private static String reason(String camera) {
    return new String(letter(camera).headers().lastHeader(DeadLetter.REASON).value(), UTF_8);
  }

  /** The committed predictions of some cameras, as they come; refuses one that comes twice. */
  private static final class Predictions implements AutoCloseable {

    private final String prefix;
    private final PredictionFollower follower =
        new PredictionFollower(new KafkaAccess(BROKER.bootstrap(), Map.of()), From.START);
    private final Set<String> seen = new HashSet<>();

    Predictions(String prefix) {
      this.prefix = prefix;
    }

    /** Camera and frame number of all so far. */
    Set<String> seen() {
      for (GazePrediction prediction : follower.poll(Duration.ofMillis(100))) {
        FaceIdentity face = prediction.getIdentity();
        if (face.getCamera().startsWith(prefix)) {
          String name = face.getCamera() + " " + face.getFrameSeq();
          assertThat(seen.add(name)).as("%s is predicted once", name).isTrue();
        }
      }
      return seen;
    }

    @Override
    public void close() {
      follower.close();
    }
  }
}
