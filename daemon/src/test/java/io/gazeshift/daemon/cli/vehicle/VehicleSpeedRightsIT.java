package io.gazeshift.daemon.cli.vehicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.broker.GuardedBroker;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.cli.Commands;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.Certificates;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A logger whose Kafka user may do what docs/operate/deploy.md says, and no more. */
class VehicleSpeedRightsIT {

  private static final String LOGGER = "logger";
  private static final TopicPartition SPEED = new TopicPartition(Topics.SPEED.name(), 0);

  @TempDir Path directory;

  @Test
  void aLoggerNeedsNoOtherTopicThanThatOfSpeeds() throws Exception {
    Certificates certificates =
        Certificates.make(
            Files.createDirectory(directory.resolve("kafka")),
            List.of(LOGGER, GuardedBroker.ADMINISTRATOR));
    try (GuardedBroker broker = GuardedBroker.start(directory.resolve("broker"), certificates);
        Admin admin =
            Admin.create(
                new KafkaAccess(
                        broker.bootstrap(), certificates.client(GuardedBroker.ADMINISTRATOR))
                    .adminProperties())) {
      TopicSetup.ensure(admin, 1);
      List<AclBinding> rights =
          Stream.of(AclOperation.WRITE, AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS)
              .map(VehicleSpeedRightsIT::ofSpeeds)
              .toList();
      admin.createAcls(rights).all().get();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () ->
                  admin.describeAcls(AclBindingFilter.ANY).values().get().size() == rights.size());

      StringWriter printed = new StringWriter();
      assertThat(send(broker, certificates, printed)).as(printed::toString).isZero();

      assertThat(
              admin
                  .listOffsets(Map.of(SPEED, OffsetSpec.latest()))
                  .partitionResult(SPEED)
                  .get()
                  .offset())
          .isEqualTo(1);
    }
  }

  /** Answers the exit code. */
  private static int send(GuardedBroker broker, Certificates certificates, StringWriter printed) {
    List<String> words =
        new ArrayList<>(List.of("vehicle", "speed", "--domain", "car", "--kmh", "62"));
    words.add("--kafka=" + broker.bootstrap());
    certificates
        .client(LOGGER)
        .forEach((key, value) -> words.add("--set=kafka.properties." + key + "=" + value));
    PrintWriter out = new PrintWriter(printed);
    return Commands.line(new Console(out, out, false, 80, Map.of()))
        .execute(words.toArray(String[]::new));
  }

  private static AclBinding ofSpeeds(AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, Topics.SPEED.name(), PatternType.LITERAL),
        new AccessControlEntry("User:CN=" + LOGGER, "*", operation, AclPermissionType.ALLOW));
  }
}
