package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.broker.GuardedBroker;
import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.inference.config.EventsConfig;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.targets.config.DriverProfile;
import io.gazeshift.targets.event.DriverRules;
import io.gazeshift.targets.event.DriverRules.Source;
import io.gazeshift.testing.Certificates;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A driver profile in an inference process that may not read the speeds. */
class DriverWithoutSpeedsIT {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final String INFER = "infer";
  private static final long FRAME_MICROS = 50_000;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final long startMicros = Micros.of(Instant.now()) - 20_000_000;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(names = {"READ", "DESCRIBE"})
  void eventsGoOnAndTheAssumedSpeedCounts(AclOperation denied) throws Exception {
    Certificates certificates =
        Certificates.make(
            Files.createDirectory(directory.resolve("kafka")),
            List.of(INFER, GuardedBroker.ADMINISTRATOR));
    try (GuardedBroker broker = GuardedBroker.start(directory.resolve("broker"), certificates)) {
      KafkaAccess administrator =
          new KafkaAccess(broker.bootstrap(), certificates.client(GuardedBroker.ADMINISTRATOR));
      KafkaAccess infer = new KafkaAccess(broker.bootstrap(), certificates.client(INFER));
      allowAllBut(denied, administrator);
      try (KafkaProducer<String, byte[]> producer =
              new KafkaProducer<>(
                  administrator.producerProperties(Map.of()),
                  new StringSerializer(),
                  new ByteArraySerializer());
          EventService service = service(infer)) {
        service.start();
        for (int frame = 0; frame < 160; frame++) {
          var unused =
              producer.send(
                  new ProducerRecord<>(
                      Topics.PREDICTIONS.name(),
                      "van",
                      RecordType.GAZE_PREDICTION.encode(
                          prediction(frame, frame < 60 ? "road" : "console"))));
        }
        producer.flush();

        await().atMost(LONG).until(() -> alerts() == 1);
        assertThat(EventMeters.SPEEDS_FAILURES.in(registry).count()).isPositive();
        assertThat(EventMeters.RESTARTS.in(registry).count()).isZero();
        assertThat(service.failure()).isEmpty();
        assertThat(service.problem()).isEmpty();
      }
    }
  }

  private double alerts() {
    return EventMeters.ALERTS.in(registry, "van", "eyes-off-road").count();
  }

  private static void allowAllBut(AclOperation denied, KafkaAccess administrator) throws Exception {
    try (Admin admin = Admin.create(administrator.adminProperties())) {
      TopicSetup.ensure(admin, 1);
      List<AclBinding> rights =
          Stream.concat(
                  Stream.of(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID)
                      .map(
                          type ->
                              right(
                                  type,
                                  ResourcePattern.WILDCARD_RESOURCE,
                                  AclOperation.ALL,
                                  AclPermissionType.ALLOW)),
                  Stream.of(
                      right(
                          ResourceType.TOPIC, Topics.SPEED.name(), denied, AclPermissionType.DENY)))
              .toList();
      admin.createAcls(rights).all().get();
      await()
          .atMost(LONG)
          .until(
              () ->
                  admin.describeAcls(AclBindingFilter.ANY).values().get().size() == rights.size());
    }
  }

  private static AclBinding right(
      ResourceType type, String name, AclOperation operation, AclPermissionType permission) {
    return new AclBinding(
        new ResourcePattern(type, name, PatternType.LITERAL),
        new AccessControlEntry("User:CN=" + INFER, "*", operation, permission));
  }

  private EventService service(KafkaAccess kafka) {
    DriverProfile profile =
        new DriverProfile(
            "van",
            DriverRules.of(List.of(Source.ADDW), List.of("road"), Duration.ofSeconds(60), 0.15),
            90,
            Optional.empty());
    return new EventService(
        kafka,
        new EventsConfig(true, "drivers"),
        List.of(profile),
        "one",
        BoundedMeters.of(registry));
  }

  private GazePrediction prediction(int frame, String target) {
    Gaze gaze = Gaze.ofDegrees(0, target.equals("road") ? 0 : 30);
    return GazePrediction.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera("van")
                .setDomain("van")
                .setCaptureSession(1)
                .setFrameSeq(frame)
                .setCaptureMicros(startMicros + frame * FRAME_MICROS))
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
