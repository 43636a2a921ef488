package io.gazeshift.adaptation.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.RunningBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What is written about a partition, on a real broker. */
class OutboxIT {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final OwnedPartition PARTITION = new OwnedPartition(0, 0);

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir Path home;

  @Test
  void aRunWhosePartitionWentAwayWhileItRanDoesNotPublishThoughItsProcessDoesNotKnowYet()
      throws Exception {
    AdaptConfig config =
        GazeshiftConfig.load(Optional.empty(), Map.of("HOME", home.toString()), List.of()).adapt();
    AdaptClients clients = AdaptClients.of(new KafkaAccess(BROKER.bootstrap(), Map.of()), config);
    try (KafkaConsumer<String, byte[]> consumer = clients.openConsumer();
        TransactionalOutbox outbox = new TransactionalOutbox(clients, consumer);
        EventLog events = new EventLog(BROKER.bootstrap());
        Admin admin = BROKER.admin()) {
      consumer.subscribe(List.of(Topics.FEATURES.name()));
      await()
          .atMost(LONG)
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100));
                return !consumer.assignment().isEmpty();
              });
      outbox.open();
      outbox.send(PARTITION, List.of(Outbox.record(event("while it is its own"))));

      admin
          .removeMembersFromConsumerGroup(
              config.group(), new RemoveMembersFromConsumerGroupOptions())
          .all()
          .get();
      assertThatThrownBy(
              () -> outbox.send(PARTITION, List.of(Outbox.record(event("after it went away")))))
          .isInstanceOf(CommitAbortedException.class);

      assertThat(events.all())
          .extracting(AdaptationEvent::getExplanation)
          .containsExactly("while it is its own");
    }
  }

  private static AdaptationEvent event(String explanation) {
    return AdaptationEvent.newBuilder()
        .setDomain("seat")
        .setRunId("run")
        .setTrigger("first")
        .setStage(Stage.LEFT_ALONE)
        .setExplanation(explanation)
        .build();
  }
}
