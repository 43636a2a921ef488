package io.gazeshift.daemon.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.config.GivenValue;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.doctor.CheckFinding.Health;
import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.RunningBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KafkaChecksIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @Test
  void aTopicThatStoresCompressedBatchesIsNotedWithTheCommandThatCorrectsIt() throws Exception {
    assertThat(topics().health()).isEqualTo(Health.GOOD);

    BROKER.storeCompressed(Topics.MODELS);

    // Brokers hear of a changed setting a moment later.
    await().atMost(Duration.ofMinutes(1)).until(() -> topics().health() == Health.NOTE);
    assertThat(topics().what())
        .startsWith("topic gaze.models: compression.type is producer instead of uncompressed")
        .endsWith("--entity-name gaze.models --add-config compression.type=uncompressed");
  }

  private static CheckFinding topics() {
    GazeshiftConfig config =
        GazeshiftConfig.load(
            Optional.empty(),
            Map.of(),
            List.of(GivenValue.text("kafka.bootstrap", BROKER.bootstrap(), "--kafka")));
    return new KafkaChecks(config)
        .all().stream()
            .filter(check -> check.name().equals("Topics"))
            .findFirst()
            .orElseThrow()
            .run();
  }
}
