package io.gazeshift.inference.pipeline;

import static io.gazeshift.testing.InferenceExtension.LONG;
import static io.gazeshift.testing.InferenceExtension.config;
import static io.gazeshift.testing.InferenceExtension.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.DeadLetter;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.testing.BadPatches;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.SeenPredictions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What must not stop a partition, lose a face, repeat one, or keep the process from ending. */
class InferenceFaultsIT {

  private static final Logger log = LoggerFactory.getLogger(InferenceFaultsIT.class);

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  @Test
  void aRecordThatCannotBeUsedGoesToTheDeadLettersAndStopsNothing() throws Exception {
    BED.beginAfterWhatIsThere("poison");
    FaceFrame face = BED.face("poison", 1);
    byte[] noise = {1, 2, 3, 4, 5};
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("poison");
        InferenceService service = BED.service("poison")) {
      service.start();
      send(producer, BED.face("poison", 0));
      send(producer, "poison", noise);
      send(producer, withPatch(face, BadPatches.bomb(face.getPatchJpeg())));
      send(producer, withPatch(face, ByteString.copyFromUtf8("this is no JPEG")));
      send(producer, BED.face("poison", 3));
      producer.flush();
      seen.awaitAtLeast(2);
      assertThat(seen.names()).containsExactlyInAnyOrder("poison 0", "poison 3");
    }

    List<ConsumerRecord<String, byte[]>> letters = BED.letters("poison");
    assertThat(letters).hasSize(3);
    assertThat(letters.get(0).value()).isEqualTo(noise);
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
  void aRecordLargerThanAFaceMayBeGoesToTheDeadLetters() throws Exception {
    byte[] large = new byte[RecordType.FACE_FRAME.maxBytes() + 500_000];

    rejectedBetweenTwoFaces("large", large);

    assertThat(letter("large").value()).hasSameSizeAs(large);
    assertThat(header(letter("large"), DeadLetter.REASON)).isEqualTo("OVERSIZED");
  }

  @Test
  void aRecordThatOnlyFittedBecauseItWasCompressedGoesToTheDeadLettersCut() throws Exception {
    byte[] huge = new byte[6_000_000];
    BED.broker().storeCompressed(Topics.FACES);

    try (KafkaProducer<String, byte[]> gzip = BED.broker().compressingProducer("gzip")) {
      rejectedBetweenTwoFaces(gzip, "huge", huge);
    }

    assertThat(letter("huge").value()).hasSizeLessThan(huge.length);
    assertThat(header(letter("huge"), DeadLetter.CUT_FROM)).isEqualTo("6000000");
  }

  @Test
  void aFaceWhosePredictionWouldBeTooLargeToWriteGoesToTheDeadLetters() throws Exception {
    FaceFrame face = BED.face("wordy", 1);
    FaceFrame wordy =
        face.toBuilder()
            .setIdentity(
                face.getIdentity().toBuilder()
                    .setDomain("d".repeat(RecordType.GAZE_PREDICTION.maxBytes())))
            .build();

    rejectedBetweenTwoFaces("wordy", RecordType.FACE_FRAME.encode(wordy));

    assertThat(header(letter("wordy"), DeadLetter.REASON)).isEqualTo("OVERSIZED");
  }

  @Test
  void membersThatComeAndGoLeaveNothingOutAndRepeatNothing() throws Exception {
    BED.beginAfterWhatIsThere("shared");
    int cameras = 6;
    int frames = 90;
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        Backbone other = BED.openBackbone();
        InferenceService first =
            BED.service(config("shared", "a"), BED.backbone(), BED.sourceHeads());
        InferenceService second = BED.service(config("shared", "b"), other, BED.sourceHeads());
        SeenPredictions seen = BED.predictions("shared")) {
      first.start();
      for (int seq = 0; seq < frames; seq++) {
        for (int camera = 0; camera < cameras; camera++) {
          sendCounted(producer, BED.face("shared" + camera, seq), acknowledged);
        }
        if (seq == frames / 3) {
          seen.awaitAtLeast(cameras + 1);
          second.start();
        } else if (seq == 2 * frames / 3) {
          seen.awaitAtLeast(seen.names().size() + 1);
          first.close();
        }
      }
      producer.flush();
      assertThat(acknowledged).hasSizeGreaterThan(cameras * frames / 2);
      await().atMost(LONG).until(() -> seen.names().containsAll(acknowledged));
    }
  }

  @Test
  void aBrokerKilledInTheMiddleLosesAndRepeatsNothing() throws Exception {
    BED.beginAfterWhatIsThere("killed");
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    int total = 400;
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("killed");
        InferenceService service = BED.service("killed")) {
      service.start();
      for (long seq = 0; seq < total; seq++) {
        sendCounted(producer, BED.face("killed", seq), acknowledged);
        if (seq == total / 2) {
          seen.awaitAtLeast(50);
          ProcessHandle.of(BED.broker().broker().pid()).orElseThrow().destroyForcibly();
        }
      }
      producer.flush();
      assertThat(acknowledged).hasSizeGreaterThan(total / 2);
      await().atMost(LONG).until(() -> seen.names().containsAll(acknowledged));
    }
  }

  @Test
  void itClosesWhileTheBrokerDoesNotAnswerAndTheNextOneGoesOn() throws Exception {
    BED.beginAfterWhatIsThere("frozen");
    int frames = 200;
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("frozen")) {
      for (int seq = 0; seq < frames; seq++) {
        send(producer, BED.face("frozen", seq));
      }
      producer.flush();
      InferenceService service = BED.service("frozen");
      service.start();
      seen.awaitAtLeast(1);
      signalBroker("-STOP");
      try {
        long startNanos = System.nanoTime();
        service.close();
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
            .isLessThan(Duration.ofSeconds(45));
      } finally {
        signalBroker("-CONT");
      }
      try (InferenceService next = BED.service("frozen")) {
        next.start();
        seen.await(frames);
      }
    }
  }

  @Test
  void aTransactionThatAKilledProcessLeftOpenIsEndedAtOnceByItsSuccessor() {
    Map<String, Object> ofGroup =
        BED.kafka().consumerProperties(Map.of(ConsumerConfig.GROUP_ID_CONFIG, "open"));
    try (KafkaConsumer<String, byte[]> member =
            new KafkaConsumer<>(ofGroup, new StringDeserializer(), new ByteArrayDeserializer());
        KafkaProducer<String, byte[]> faces = BED.broker().producer();
        SeenPredictions seen = BED.predictions("open");
        // It would hold readers and the group's offsets for ten minutes.
        KafkaProducer<String, byte[]> killed = transactional("open-only", 600_000)) {
      killed.initTransactions();
      killed.beginTransaction();
      byte[] never = {0};
      for (int i = 0; i < 12; i++) {
        sendTo(killed, new ProducerRecord<>(Topics.PREDICTIONS.name(), i, "open", never));
      }
      killed.sendOffsetsToTransaction(
          Map.of(new TopicPartition(Topics.FACES.name(), 0), new OffsetAndMetadata(0)),
          member.groupMetadata());
      killed.flush();
      send(faces, BED.face("open", 0));
      faces.flush();
      try (InferenceService successor = BED.service("open")) {
        successor.start();
        seen.await(1);
      }
    }
  }

  @Test
  void ofTwoProcessesWithOneNameTheOlderStopsAndSaysWhy() throws Exception {
    BED.beginAfterWhatIsThere("twins");
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        Backbone other = BED.openBackbone();
        SeenPredictions seen = BED.predictions("twin");
        InferenceService older =
            BED.service(config("twins", "x"), BED.backbone(), BED.sourceHeads());
        InferenceService newer = BED.service(config("twins", "x"), other, BED.sourceHeads())) {
      older.start();
      send(producer, BED.face("twin", 0));
      seen.await(1);
      newer.start();
      for (int seq = 1; seq < 200; seq++) {
        send(producer, BED.face("twin", seq));
      }
      await().atMost(LONG).until(() -> older.failure().isPresent());
      assertThat(older.failure().get())
          .isInstanceOf(UserError.class)
          .hasMessageStartingWith("infer.instance: another process has joined the group");
      seen.await(200);
      assertThat(newer.failure()).isEmpty();
    }
  }

  private static void signalBroker(String signal) throws Exception {
    new ProcessBuilder("kill", signal, Long.toString(BED.broker().broker().pid()))
        .start()
        .waitFor();
  }

  private static KafkaProducer<String, byte[]> transactional(String id, int timeoutMillis) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            BED.broker().bootstrap(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            id,
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            timeoutMillis),
        new StringSerializer(),
        new ByteArraySerializer());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Never committed anyhow.
  private static void sendTo(
      KafkaProducer<String, byte[]> producer, ProducerRecord<String, byte[]> record) {
    producer.send(record);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback knows.
  private static void sendCounted(
      KafkaProducer<String, byte[]> producer, FaceFrame face, Set<String> acknowledged) {
    String camera = face.getIdentity().getCamera();
    producer.send(
        new ProducerRecord<>(Topics.FACES.name(), camera, RecordType.FACE_FRAME.encode(face)),
        (metadata, failure) -> {
          if (failure == null) {
            acknowledged.add(camera + " " + face.getIdentity().getFrameSeq());
          } else {
            log.warn("{} was not sent", camera, failure);
          }
        });
  }

  private void rejectedBetweenTwoFaces(String camera, byte[] bad) throws Exception {
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer()) {
      rejectedBetweenTwoFaces(producer, camera, bad);
    }
  }

  private void rejectedBetweenTwoFaces(
      KafkaProducer<String, byte[]> producer, String camera, byte[] bad) throws Exception {
    BED.beginAfterWhatIsThere(camera);
    try (InferenceService service = BED.service(camera);
        SeenPredictions seen = BED.predictions(camera)) {
      service.start();
      send(producer, BED.face(camera, 0));
      send(producer, camera, bad);
      send(producer, BED.face(camera, 2));
      producer.flush();
      seen.awaitAtLeast(2);
      assertThat(seen.names()).containsExactlyInAnyOrder(camera + " 0", camera + " 2");
    }
  }

  private static FaceFrame withPatch(FaceFrame face, ByteString jpeg) {
    return face.toBuilder().setPatchJpeg(jpeg).build();
  }

  private static ConsumerRecord<String, byte[]> letter(String camera) {
    List<ConsumerRecord<String, byte[]>> letters = BED.letters(camera);
    assertThat(letters).hasSize(1);
    return letters.get(0);
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
