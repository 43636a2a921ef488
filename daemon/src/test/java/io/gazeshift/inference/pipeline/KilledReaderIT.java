package io.gazeshift.inference.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.kafka.DeadLetter;
import io.gazeshift.common.kafka.SteppedOver;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.OversizedBatch;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.SeenPredictions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records larger than the heap of the program, on topics that store compressed batches as they come
 * (as older versions made them). Each start of the program ends at such a record, until one steps
 * over it. The heads come last: their topic is compacted, so the record stays.
 */
@TestMethodOrder(OrderAnnotation.class)
class KilledReaderIT {

  private static final int RECORD_BYTES = 600_000_000;
  private static final int PARTITION = 3;
  private static final String CAMERA = "unlucky";

  /** One that does not watch, two that do, and one more if their positions differ. */
  private static final int DEATHS = 4;

  /** The exit code of a JVM with ExitOnOutOfMemoryError. */
  private static final int OUT_OF_MEMORY = 3;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Pattern METRICS = Pattern.compile("metrics at (http://\\S+?/metrics)");

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  @TempDir Path home;

  @Test
  @Order(1)
  void oneRecordLargerThanTheHeapDoesNotStopItsPartition() throws Exception {
    BED.broker().storeCompressed(Topics.FACES);
    TopicPartition partition = new TopicPartition(Topics.FACES.name(), PARTITION);
    OversizedBatch batch = OversizedBatch.ofZeros(RECORD_BYTES);
    assertThat(batch.sizeBytes()).isLessThan(100_000);
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions(CAMERA)) {
      send(producer, 0);
      assertThat(batch.sendTo(BED.broker().bootstrap(), partition)).isEqualTo(Errors.NONE);
      send(producer, 1);

      int deaths =
          startUntilItLives(
              seen,
              CAMERA + " 1",
              program -> await().atMost(PATIENCE).until(() -> counts(program)));

      assertThat(deaths).isBetween(2, DEATHS);
      assertThat(seen.names()).containsExactlyInAnyOrder(CAMERA + " 0", CAMERA + " 1");
    }
    List<ConsumerRecord<String, byte[]>> letters = BED.letters("");
    assertThat(letters).hasSize(1);
    assertThat(header(letters.get(0), DeadLetter.REASON)).isEqualTo(SteppedOver.REASON);
    assertThat(header(letters.get(0), DeadLetter.PARTITION)).isEqualTo("" + PARTITION);
    assertThat(header(letters.get(0), DeadLetter.OFFSET)).isEqualTo("1");
  }

  @Test
  @Order(2)
  void oneRecordLargerThanTheHeapAmongTheHeadsDoesNotStopInference() throws Exception {
    BED.broker().storeCompressed(Topics.MODELS);
    TopicPartition heads = new TopicPartition(Topics.MODELS.name(), 0);
    assertThat(OversizedBatch.ofZeros(RECORD_BYTES).sendTo(BED.broker().bootstrap(), heads))
        .isEqualTo(Errors.NONE);
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions(CAMERA)) {
      send(producer, 2);

      assertThat(startUntilItLives(seen, CAMERA + " 2", program -> {})).isBetween(2, DEATHS);

      // The topic is read from its beginning each time.
      try (ProgramProcess again = infer()) {
        send(producer, 3);
        await().atMost(PATIENCE).until(() -> seen.names().contains(CAMERA + " 3"));
        assertThat(again.isAlive()).as(again::toString).isTrue();
      }
    }
  }

  /** Answers how often it died before; the one that lives is looked at. */
  private int startUntilItLives(
      SeenPredictions seen, String awaited, Consumer<ProgramProcess> look) {
    for (int deaths = 0; deaths <= DEATHS; deaths++) {
      try (ProgramProcess program = infer()) {
        await().atMost(PATIENCE).until(() -> !program.isAlive() || seen.names().contains(awaited));
        if (program.isAlive()) {
          look.accept(program);
          return deaths;
        }
        assertThat(program.exitCode()).as(program::toString).isEqualTo(OUT_OF_MEMORY);
      }
    }
    throw new AssertionError("died more than %d times".formatted(DEATHS));
  }

  /** Whether its metrics have one record that was stepped over. */
  private static boolean counts(ProgramProcess program) throws Exception {
    Matcher url = METRICS.matcher(program.out());
    if (!url.find()) {
      return false;
    }
    String metrics =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(URI.create(url.group(1))).build(), BodyHandlers.ofString())
            .body();
    return metrics.contains(
        "gazeshift_infer_rejected_total{reason=\"%s\"} 1.0".formatted(SteppedOver.REASON));
  }

  private ProgramProcess infer() {
    return ProgramProcess.start(
        home,
        Map.of("GAZESHIFT_OPTS", ProgramProcess.JAVA_OPTIONS + " -Xmx400m"),
        "infer",
        "--kafka",
        BED.broker().bootstrap(),
        "--set",
        "infer.model=studio",
        "--set",
        "infer.instance=unlucky",
        "--set",
        "http.listen=0");
  }

  private static void send(KafkaProducer<String, byte[]> producer, long seq) throws Exception {
    FaceFrame face = BED.face(CAMERA, seq);
    producer
        .send(
            new ProducerRecord<>(
                Topics.FACES.name(), PARTITION, CAMERA, RecordType.FACE_FRAME.encode(face)))
        .get();
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
