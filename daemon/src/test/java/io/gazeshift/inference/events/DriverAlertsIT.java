package io.gazeshift.inference.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.Micros;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.cli.Commands;
import io.gazeshift.inference.config.EventsConfig;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.protocol.v1.VehicleSpeed;
import io.gazeshift.targets.config.DriverProfile;
import io.gazeshift.targets.event.DriverRules;
import io.gazeshift.targets.event.DriverRules.Source;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same look away in three vehicles, of which one does not say how fast it is. */
class DriverAlertsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long FRAME_MICROS = 50_000;
  private static final String UNKNOWN = "unknown-speed";
  private static final String SLOW = "slow";
  private static final String IN_TOWN = "in-town";
  private static final List<String> VEHICLES = List.of(UNKNOWN, SLOW, IN_TOWN);

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  private final KafkaAccess kafka = new KafkaAccess(BROKER.bootstrap(), Map.of());
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<FaceEvent> found = new ArrayList<>();
  private final long startMicros = Micros.of(Instant.now()) - 30_000_000;
  private final StringWriter printed = new StringWriter();
  private int frames;

  @Test
  void eachDriverIsToldOnceAsTheSpeedSays() throws Exception {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        KafkaConsumer<String, byte[]> events = eventConsumer()) {
      for (int i = 0; i < 60; i++) {
        sendSpeed(producer, SLOW, startMicros + 500_000L * i, 10);
        sendSpeed(producer, IN_TOWN, startMicros + 500_000L * i, 30);
      }
      // The clock of another logger is wrong, and its vehicle stands still.
      sendSpeed(producer, UNKNOWN, startMicros + 3_600_000_000L, 0);
      producer.send(new ProducerRecord<>(Topics.SPEED.name(), UNKNOWN, new byte[] {1})).get();
      look(producer, "road", 3);
      look(producer, "console", 5);
      try (EventService service = start()) {
        // Told while the driver still looks away.
        await().atMost(PATIENCE).until(() -> poll(events) >= 1);
        assertThat(found)
            .filteredOn(FaceEvent::hasGlance)
            .extracting(DriverAlertsIT::target)
            .doesNotContain("console");
        assertThat(service.problem()).isEmpty();
      }
      look(producer, "console", 2);
      look(producer, "road", 3);
      try (EventService service = start()) {
        await().atMost(PATIENCE).until(() -> glancesAtConsole(events) == VEHICLES.size());
        assertThat(service.failure()).isEmpty();
      }
    }

    List<FaceEvent> alerts = found.stream().filter(FaceEvent::hasAlert).toList();
    assertThat(alerts).extracting(FaceEvent::getDomain).containsExactlyInAnyOrder(UNKNOWN, IN_TOWN);
    assertAlert(alerts, UNKNOWN, 3.5);
    assertAlert(alerts, IN_TOWN, 6);
    assertThat(EventMeters.ALERTS.in(registry, IN_TOWN, "eyes-off-road").count()).isEqualTo(1);
    assertThat(EventMeters.SPEEDS_REJECTED.in(registry).count()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void speedsAreSentFromTheCommandLine() {
    assertThat(send("", "--kmh", "62.5")).isZero();
    assertThat(send("61\nfast\n(1700000000.5) 63\n", "--domain", "piped")).isEqualTo(1);
    assertThat(printed.toString())
        .contains("line 2: 'fast' is not KMH, or SECONDS KMH", "sent 2 speeds of piped");
    assertThat(send("", "--kmh", "600")).isEqualTo(2);
    assertThat(printed.toString()).contains("--kmh: '600' is no speed; give km/h from 0 to 500");

    List<VehicleSpeed> sent = new ArrayList<>();
    TopicReader.readAll(
        BROKER.bootstrap(),
        Topics.SPEED.name(),
        record -> {
          if (List.of("sent", "piped").contains(record.key())) {
            sent.add(RecordType.VEHICLE_SPEED.decode(record.value()));
          }
        });
    assertThat(sent).extracting(VehicleSpeed::getKmh).containsExactly(62.5f, 61f, 63f);
    assertThat(sent.get(0).getMeasuredMicros())
        .isCloseTo(Micros.of(Instant.now()), within(60_000_000L));
    assertThat(sent.get(2).getMeasuredMicros()).isEqualTo(1_700_000_000_500_000L);
  }

  /** Answers the exit code. */
  private int send(String input, String... arguments) {
    List<String> words = new ArrayList<>(List.of("vehicle", "speed"));
    words.addAll(List.of("--kafka", BROKER.bootstrap()));
    words.addAll(List.of(arguments));
    if (!words.contains("--domain")) {
      words.addAll(List.of("--domain", "sent"));
    }
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
    try {
      PrintWriter out = new PrintWriter(printed);
      return Commands.line(new Console(out, out, false, 80, Map.of()))
          .execute(words.toArray(String[]::new));
    } finally {
      System.setIn(before);
    }
  }

  private static void assertAlert(List<FaceEvent> alerts, String domain, double bound) {
    assertThat(alerts)
        .filteredOn(alert -> alert.getDomain().equals(domain))
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.getAlert().getRule()).isEqualTo("eyes-off-road");
              assertThat(alert.getAlert().getBound()).isEqualTo((float) bound);
              assertThat(alert.getAlert().getValue()).isCloseTo((float) bound, within(0.06f));
            });
  }

  private EventService start() {
    List<DriverProfile> drivers =
        VEHICLES.stream()
            .map(
                domain ->
                    new DriverProfile(
                        domain,
                        DriverRules.of(
                            List.of(Source.ADDW), List.of("road"), Duration.ofSeconds(60), 0.15),
                        90,
                        Optional.empty()))
            .toList();
    EventService service =
        new EventService(
            kafka, new EventsConfig(true, "drivers"), drivers, "one", BoundedMeters.of(registry));
    service.start();
    return service;
  }

  private static String target(FaceEvent event) {
    return event.getGlance().getTarget();
  }

  private long glancesAtConsole(KafkaConsumer<String, byte[]> events) {
    poll(events);
    return found.stream()
        .filter(FaceEvent::hasGlance)
        .filter(event -> target(event).equals("console"))
        .count();
  }

  /** Answers how many alerts there are. */
  private long poll(KafkaConsumer<String, byte[]> events) {
    events
        .poll(Duration.ofMillis(100))
        .forEach(record -> found.add(RecordType.FACE_EVENT.decode(record.value())));
    return found.stream().filter(FaceEvent::hasAlert).count();
  }

  private KafkaConsumer<String, byte[]> eventConsumer() {
    KafkaConsumer<String, byte[]> consumer =
        kafka.openConsumer(Map.of("auto.offset.reset", "earliest"));
    consumer.assign(
        consumer.partitionsFor(Topics.EVENTS.name()).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList());
    return consumer;
  }

  private static void sendSpeed(
      KafkaProducer<String, byte[]> producer, String domain, long micros, float kmh)
      throws Exception {
    VehicleSpeed speed =
        VehicleSpeed.newBuilder().setDomain(domain).setMeasuredMicros(micros).setKmh(kmh).build();
    producer
        .send(
            new ProducerRecord<>(
                Topics.SPEED.name(), domain, RecordType.VEHICLE_SPEED.encode(speed)))
        .get();
  }

  private void look(KafkaProducer<String, byte[]> producer, String target, int seconds)
      throws Exception {
    for (long end = frames + seconds * 1_000_000L / FRAME_MICROS; frames < end; frames++) {
      for (String vehicle : VEHICLES) {
        var unused =
            producer.send(
                new ProducerRecord<>(
                    Topics.PREDICTIONS.name(),
                    vehicle,
                    RecordType.GAZE_PREDICTION.encode(prediction(vehicle, target))));
      }
    }
    producer.flush();
  }

  private GazePrediction prediction(String vehicle, String target) {
    Gaze gaze = Gaze.ofDegrees(0, target.equals("road") ? 0 : 30);
    return GazePrediction.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera(vehicle)
                .setDomain(vehicle)
                .setCaptureSession(1)
                .setFrameSeq(frames)
                .setCaptureMicros(startMicros + frames * FRAME_MICROS))
        .setNormalised(gaze.toMessage())
        .setCamera(gaze.toMessage())
        .addAllOrigin(List.of(0.0, 0.0, 700.0))
        .setTargets(
            GazeTargets.newBuilder()
                .addTargets(probability("road", target))
                .addTargets(probability("console", target)))
        .build();
  }

  private static GazeTarget probability(String name, String target) {
    return GazeTarget.newBuilder()
        .setName(name)
        .setProbability(name.equals(target) ? 0.9f : 0.1f)
        .build();
  }
}
