package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.targets.config.DriverProfile;
import io.gazeshift.targets.event.DriverRules;
import io.gazeshift.targets.event.DriverRules.Source;
import io.gazeshift.targets.event.EventSettings;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.TopicReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program, killed with -9 again and again while it finds events: {@code -Dgazeshift.kills=20}
 * for as many as one likes.
 */
class EventsKillIT {

  private static final int KILLS = Integer.getInteger("gazeshift.kills", 3);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int CAMERAS = 5;
  private static final int FRAMES_BETWEEN_KILLS = 900;
  private static final long FRAME_MICROS = 33_333;
  private static final long START = 1_700_000_000_000_000L;

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir Path home;

  private final Random random = new Random(23);
  private final double[] yaw = new double[CAMERAS];
  private int frames;

  @Test
  void eventsAreThoseOfAnUninterruptedRunHoweverOftenTheProcessIsKilled() throws Exception {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        KafkaConsumer<String, byte[]> events = eventConsumer()) {
      List<FaceEvent> found = new ArrayList<>();
      for (int kill = 0; kill < KILLS; kill++) {
        publish(producer, FRAMES_BETWEEN_KILLS);
        try (ProgramProcess program = infer()) {
          int before = found.size();
          await()
              .atMost(PATIENCE)
              .until(() -> program.isAlive() && poll(events, found).size() > before);
          // In the midst of more.
          publish(producer, random.nextInt(FRAMES_BETWEEN_KILLS));
          program.handle().destroyForcibly();
          program.handle().onExit().get();
        }
        // What it committed last must not be taken for the work of the next one.
        Map<TopicPartition, Long> ends = events.endOffsets(events.assignment());
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  poll(events, found);
                  return ends.entrySet().stream()
                      .allMatch(end -> events.position(end.getKey()) >= end.getValue());
                });
      }
      publish(producer, FRAMES_BETWEEN_KILLS);
      Map<String, List<FaceEvent>> expected = uninterrupted();
      int count = expected.values().stream().mapToInt(List::size).sum();
      assertThat(count).isGreaterThan(100);
      assertThat(expected.values().stream().flatMap(List::stream).filter(FaceEvent::hasAlert))
          .hasSizeGreaterThan(3);
      try (ProgramProcess last = infer()) {
        await().atMost(PATIENCE).until(() -> last.isAlive() && poll(events, found).size() >= count);
        assertThat(byFace(found)).as(last::toString).isEqualTo(expected);
      }
    }
  }

  /** Its driver ought to look at the screen. */
  private static final DriverProfile DRIVER =
      new DriverProfile(
          "lab",
          DriverRules.of(List.of(Source.values()), List.of("screen"), Duration.ofSeconds(10), 0.05),
          70,
          Optional.empty());

  /** What one process finds in the predictions as they stand in Kafka, with nothing in between. */
  private static Map<String, List<FaceEvent>> uninterrupted() {
    Map<Integer, PartitionEvents> partitions = new TreeMap<>();
    List<FaceEvent> events = new ArrayList<>();
    TopicReader.readAll(
        BROKER.bootstrap(),
        Topics.PREDICTIONS.name(),
        record ->
            events.addAll(
                partitions
                    .computeIfAbsent(
                        record.partition(),
                        number ->
                            new PartitionEvents(
                                number,
                                0,
                                new EventRules(
                                    EventSettings.DEFAULT, new DriverFrames(List.of(DRIVER)))))
                    .add(RecordType.GAZE_PREDICTION.decode(record.value()), record.timestamp())));
    return byFace(events);
  }

  private static Map<String, List<FaceEvent>> byFace(List<FaceEvent> events) {
    Map<String, List<FaceEvent>> byFace = new TreeMap<>();
    for (FaceEvent event : events) {
      byFace.computeIfAbsent(EventRecords.key(event), face -> new ArrayList<>()).add(event);
    }
    return byFace;
  }

  private static KafkaConsumer<String, byte[]> eventConsumer() {
    KafkaConsumer<String, byte[]> consumer =
        new KafkaAccess(BROKER.bootstrap(), Map.of())
            .openConsumer(Map.of("auto.offset.reset", "earliest"));
    consumer.assign(
        consumer.partitionsFor(Topics.EVENTS.name()).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList());
    return consumer;
  }

  private static List<FaceEvent> poll(
      KafkaConsumer<String, byte[]> consumer, List<FaceEvent> found) {
    consumer
        .poll(Duration.ofMillis(100))
        .forEach(
            record -> {
              // As it was written, without the version and length that writing adds.
              FaceEvent event = RecordType.FACE_EVENT.decode(record.value());
              found.add(event.toBuilder().clearSchemaVersion().clearRecordBytes().build());
            });
    return found;
  }

  private ProgramProcess infer() {
    return ProgramProcess.start(
        home,
        Map.of(),
        "infer",
        "--kafka",
        BROKER.bootstrap(),
        "--set",
        "infer.model=studio",
        "--set",
        "infer.instance=killed",
        "--set",
        "events.enabled=true",
        "--set",
        "domains[0].name=lab",
        "--set",
        "domains[0].targets=screen disc 0 200 0 radius 200mm",
        "--set",
        "domains[0].driver=addw, ncap, perclos",
        "--set",
        "domains[0].driver-road=screen",
        "--set",
        "domains[0].driver-assumed-kmh=70",
        "--set",
        "domains[0].driver-perclos=0.05",
        "--set",
        "domains[0].driver-perclos-window=10s");
  }

  @SuppressWarnings("FutureReturnValueIgnored") // What did not arrive is in neither of the runs.
  private void publish(KafkaProducer<String, byte[]> producer, int count) {
    for (int i = 0; i < count; i++, frames++) {
      for (int camera = 0; camera < CAMERAS; camera++) {
        if (random.nextInt(25) == 0) {
          yaw[camera] = random.nextDouble(-30, 30);
        }
        GazePrediction prediction = prediction("kill" + camera, yaw[camera]);
        var unused =
            producer.send(
                new ProducerRecord<>(
                    Topics.PREDICTIONS.name(),
                    prediction.getIdentity().getCamera(),
                    RecordType.GAZE_PREDICTION.encode(prediction)));
      }
    }
    producer.flush();
  }

  private GazePrediction prediction(String camera, double yawDeg) {
    Gaze gaze = Gaze.ofDegrees(random.nextGaussian(), yawDeg + random.nextGaussian());
    boolean onScreen = Math.abs(yawDeg) < 15;
    return GazePrediction.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera(camera)
                .setDomain("lab")
                .setCaptureSession(1)
                .setFrameSeq(frames)
                .setCaptureMicros(START + frames * FRAME_MICROS))
        .setNormalised(gaze.toMessage())
        .setCamera(gaze.toMessage())
        .addAllOrigin(List.of(0.0, 0.0, 600.0))
        .setQuality(FaceQuality.newBuilder().setEyeOpenness(random.nextInt(60) == 0 ? 0.1f : 0.9f))
        .setTargets(
            GazeTargets.newBuilder()
                .addTargets(
                    GazeTarget.newBuilder()
                        .setName("screen")
                        .setProbability(onScreen ? 0.9f : 0.1f))
                .setElsewhere(onScreen ? 0.1f : 0.9f))
        .build();
  }
}
