package io.gazeshift.trials.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.TopicSetup.Report;
import io.gazeshift.protocol.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics on three brokers whose own min.insync.replicas is Kafka's default of 1. */
class ReplicatedTopicsIT {

  private static final int CLUSTER_DEFAULT = -1;

  @TempDir static Path home;

  @Test
  void twoBrokersHaveARecordBeforeItIsAcknowledgedAndAnythingLessIsWarnedAbout() throws Exception {
    try (KafkaCluster cluster = KafkaCluster.start(home);
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      // The cluster decides how many replicas there are: three.
      Report created = TopicSetup.ensure(admin, CLUSTER_DEFAULT);

      assertThat(created.created()).hasSize(Topics.ALL.size());
      for (Topic topic : Topics.ALL) {
        assertThat(minInSync(admin, topic)).as(topic.name()).isEqualTo("2");
      }
      assertThat(TopicSetup.check(admin).warnings()).isEmpty();

      lower(admin, Topics.FACES);

      // Not every broker has heard of it at once.
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(TopicSetup.check(admin).warnings())
                      .singleElement()
                      .asString()
                      .startsWith(
                          "topic gaze.faces: min.insync.replicas is 1 instead of 2, so an"
                              + " acknowledged record can be lost with one broker; run:"
                              + " kafka-configs.sh")
                      .endsWith("--entity-name gaze.faces --add-config min.insync.replicas=2"));
    }
  }

  private static String minInSync(Admin admin, Topic topic) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
    return admin
        .describeConfigs(List.of(resource))
        .all()
        .get()
        .get(resource)
        .get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG)
        .value();
  }

  private static void lower(Admin admin, Topic topic) throws Exception {
    AlterConfigOp one =
        new AlterConfigOp(
            new ConfigEntry(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "1"),
            AlterConfigOp.OpType.SET);
    admin
        .incrementalAlterConfigs(
            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()), List.of(one)))
        .all()
        .get();
  }
}
