package io.gazeshift.daemon.doctor;

import io.gazeshift.broker.BrokerAddress;
import io.gazeshift.broker.BrokerSettings;
import io.gazeshift.broker.EmbeddedBroker;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.TopicMismatchException;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Checks the broker and its topics. */
final class KafkaChecks {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final GazeshiftConfig config;

  KafkaChecks(GazeshiftConfig config) {
    this.config = config;
  }

  List<SystemCheck> all() {
    return List.of(
        new SystemCheck("Broker", this::broker), new SystemCheck("Topics", this::topics));
  }

  private CheckFinding broker() throws InterruptedException {
    Optional<KafkaAccess> running = running();
    if (running.isPresent()) {
      running.get().check(PATIENCE);
      return CheckFinding.good(
          "%s answers at %s"
              .formatted(
                  config.kafka().embedded()
                      ? "the embedded broker of a running gazeshift"
                      : "the cluster",
                  running.get().bootstrap()));
    }
    EmbeddedBroker.checkSettings(BrokerSettings.of(config.broker()));
    return CheckFinding.good(
        "none is running; an embedded one can be started, with its data in "
            + config.broker().dataDir());
  }

  private CheckFinding topics() {
    Optional<KafkaAccess> running = running();
    if (running.isEmpty()) {
      return CheckFinding.good("created and checked when the embedded broker starts");
    }
    running.get().check(PATIENCE);
    try (Admin admin = Admin.create(running.get().adminProperties())) {
      TopicSetup.Report report = TopicSetup.check(admin);
      List<String> present = report.found();
      String absent =
          Topics.ALL.stream()
              .map(Topic::name)
              .filter(name -> !present.contains(name))
              .collect(Collectors.joining(", "));
      if (!report.warnings().isEmpty()) {
        // Each has its remedy.
        return CheckFinding.note(String.join("\n", report.warnings()), "");
      }
      return absent.isEmpty()
          ? CheckFinding.good(
              "all %d exist and are configured correctly".formatted(Topics.ALL.size()))
          : CheckFinding.note(
              "missing: " + absent, "none needed; the first role that starts creates them");
    } catch (TopicMismatchException e) {
      return CheckFinding.bad(e.getMessage(), "");
    } catch (KafkaException e) {
      return CheckFinding.bad(
          "cannot read them: " + e.getMessage(),
          "check the permissions of the Kafka user in kafka.properties");
    }
  }

  /** The configured cluster, or the embedded broker of a running gazeshift process. */
  private Optional<KafkaAccess> running() {
    return config.kafka().embedded()
        ? BrokerAddress.ofRunning(config.broker().dataDir()).map(config.kafka()::accessTo)
        : Optional.of(config.kafka().access());
  }
}
