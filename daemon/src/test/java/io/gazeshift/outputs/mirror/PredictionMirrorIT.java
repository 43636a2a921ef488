package io.gazeshift.outputs.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.RunningBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The mirror on a real broker. */
class PredictionMirrorIT {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final MirrorConfig CONFIG = new MirrorConfig("some-mirror", "mirror-0");

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final KafkaAccess kafka = new KafkaAccess(BROKER.bootstrap(), Map.of());

  @BeforeAll
  static void createTopic() {
    TopicSetup.ensure(BROKER.admin(), 1, List.of(Topics.PREDICTIONS_JSON));
  }

  @Test
  void everyCommittedPredictionIsMirroredOnceAlsoAfterARestart() throws Exception {
    try (KafkaProducer<String, byte[]> producer = transactions()) {
      commit(producer, 1, 2);
      producer.beginTransaction();
      send(producer, 3);
      producer.flush();
      producer.abortTransaction();
      producer.beginTransaction();
      var unused =
          producer.send(new ProducerRecord<>(Topics.PREDICTIONS.name(), "desk", new byte[] {1, 2}));
      producer.commitTransaction();

      mirrorUntil(2);
      // Nothing runs; what is published meanwhile is found by the next one.
      commit(producer, 4);
      mirrorUntil(1);
    }
    assertThat(registry.get("gazeshift.mirror.rejected").counter().count()).isEqualTo(1);
    List<JsonNode> read = readAll();
    assertThat(read).extracting(json -> json.get("frameSeq").asLong()).containsExactly(1L, 2L, 4L);
    assertThat(read.get(0).get("camera").asText()).isEqualTo("desk");
    assertThat(read.get(0).get("yawRad").asDouble()).isEqualTo(Math.toRadians(-12));
  }

  private void mirrorUntil(int more) {
    double before = mirrored();
    try (PredictionMirror mirror = new PredictionMirror(kafka, CONFIG, registry)) {
      mirror.start();
      await().atMost(LONG).until(() -> mirrored() == before + more);
      assertThat(mirror.failure()).isEmpty();
    }
  }

  private double mirrored() {
    return MirrorMeters.MIRRORED.in(registry).count();
  }

  private List<JsonNode> readAll() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer = kafka.openConsumer(Map.of())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Topics.PREDICTIONS_JSON.name()).stream()
              .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          assertThat(record.key()).isEqualTo("desk");
          all.add(new ObjectMapper().readTree(record.value()));
        }
      }
    }
    return all;
  }

  private static KafkaProducer<String, byte[]> transactions() {
    KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                BROKER.bootstrap(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "test"),
            new StringSerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
    return producer;
  }

  private static void commit(KafkaProducer<String, byte[]> producer, long... frames) {
    producer.beginTransaction();
    for (long frame : frames) {
      send(producer, frame);
    }
    producer.commitTransaction();
  }

  private static void send(KafkaProducer<String, byte[]> producer, long frame) {
    GazePrediction prediction =
        GazePrediction.newBuilder()
            .setIdentity(
                FaceIdentity.newBuilder()
                    .setCamera("desk")
                    .setDomain("lab")
                    .setFrameSeq(frame)
                    .setCaptureMicros(1_700_000_000_000_000L))
            .setNormalised(Gaze.ofDegrees(1, 2).toMessage())
            .setCamera(Gaze.ofDegrees(3, -12).toMessage())
            .addAllOrigin(List.of(1.5, 2.5, 600.0))
            .build();
    var unused =
        producer.send(
            new ProducerRecord<>(
                Topics.PREDICTIONS.name(), "desk", RecordType.GAZE_PREDICTION.encode(prediction)));
  }
}
