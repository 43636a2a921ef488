package io.gazeshift.broker;

import static io.gazeshift.protocol.Topics.MODELS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.TopicMismatchException;
import io.gazeshift.protocol.TopicMismatchException.Mismatch;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.TopicSetup.Report;
import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.LogLines;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.TopicReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TopicSetupIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  private final Admin admin = BROKER.admin();

  @BeforeEach
  void deleteAllTopics() throws Exception {
    admin.deleteTopics(topicNames()).all().get();
    await().atMost(Duration.ofMinutes(1)).until(() -> topicNames().isEmpty());
  }

  @Test
  void absentTopicsAreCreatedAsDescribed() throws Exception {
    Report report = TopicSetup.ensure(admin, 1);

    assertThat(report.created()).containsExactlyElementsOf(allNames());
    assertThat(report.found()).isEmpty();
    assertThat(report.notes()).isEmpty();
    for (Topic topic : Topics.ALL) {
      assertThat(configsOf(topic.name())).containsAllEntriesOf(topic.configs());
      assertThat(partitionsOf(topic.name())).isEqualTo(topic.partitions());
    }
  }

  @Test
  void aSecondEnsureChangesNothing() {
    TopicSetup.ensure(admin, 1);

    Report report = TopicSetup.ensure(admin, 1);

    assertThat(report.created()).isEmpty();
    assertThat(report.found()).containsExactlyElementsOf(allNames());
    assertThat(report.notes()).isEmpty();
  }

  @Test
  void whatIsWrongWithATopicOfOneRoleIsLogged() throws Exception {
    List<Topic> mirrored = List.of(Topics.PREDICTIONS_JSON);
    TopicSetup.ensure(admin, 1, mirrored);
    BROKER.storeCompressed(Topics.PREDICTIONS_JSON);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                configsOf(Topics.PREDICTIONS_JSON.name())
                    .get(TopicConfig.COMPRESSION_TYPE_CONFIG)
                    .equals("producer"));
    try (LogLines lines = new LogLines(ReadyTopics.class)) {
      ReadyTopics.ensure(new KafkaAccess(BROKER.bootstrap(), Map.of()), 1, mirrored);

      assertThat(lines.all())
          .singleElement()
          .asString()
          .startsWith("WARN topic gaze.predictions.json: compression.type is producer");
    }
  }

  @Test
  void processesThatStartTogetherCreateEachTopicOnce() throws Exception {
    List<Callable<Report>> together = List.of(this::ensure, this::ensure, this::ensure);
    ExecutorService threads = Executors.newFixedThreadPool(together.size());
    try {
      List<String> created = new ArrayList<>();
      for (Future<Report> report : threads.invokeAll(together)) {
        created.addAll(report.get().created());
      }
      assertThat(created).containsExactlyInAnyOrderElementsOf(allNames());
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void unusableTopicsAreAllNamedWithTheirRemediesAndNothingIsTouched() throws Exception {
    create(MODELS.name(), 1, Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, "delete"));
    create(Topics.FACES.name(), 12, Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1000"));

    TopicMismatchException rejection =
        catchThrowableOfType(TopicMismatchException.class, () -> TopicSetup.ensure(admin, 1));

    assertThat(rejection.mismatches())
        .extracting(Mismatch::topic, Mismatch::setting, Mismatch::found, Mismatch::needed)
        .containsExactlyInAnyOrder(
            tuple("gaze.models", "cleanup.policy", "delete", "compact"),
            tuple("gaze.faces", "max.message.bytes", "1000", "2097152"));
    assertThat(rejection)
        .hasMessageContaining(
            "topic gaze.models: cleanup.policy is delete, but must be compact; run:"
                + " kafka-configs.sh --bootstrap-server "
                + BROKER.bootstrap()
                + " --alter --entity-type topics --entity-name gaze.models"
                + " --add-config cleanup.policy=compact");
    assertThat(topicNames()).containsExactlyInAnyOrder("gaze.models", "gaze.faces");
    assertThat(configsOf("gaze.models")).containsEntry("cleanup.policy", "delete");
    assertThat(configsOf("gaze.faces")).containsEntry("max.message.bytes", "1000");
  }

  @Test
  void fewerPartitionsAndAnotherRetentionAreAcceptedWithANote() throws Exception {
    Map<String, String> configs = new HashMap<>(Topics.FACES.configs());
    configs.put(TopicConfig.RETENTION_MS_CONFIG, "120000");
    configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "8000000");
    create(Topics.FACES.name(), 2, configs);

    Report report = TopicSetup.ensure(admin, 1);

    assertThat(report.found()).containsExactly("gaze.faces");
    assertThat(report.notes())
        .containsExactly(
            "topic gaze.faces: has 2 partitions instead of 12, so at most 2 processes can share its"
                + " work",
            "topic gaze.faces: retention.ms is 120000 instead of 600000");
    assertThat(configsOf("gaze.faces")).containsEntry("retention.ms", "120000");
  }

  @Test
  void aTopicThatStoresCompressedBatchesIsAcceptedWithAWarningAndItsRemedy() throws Exception {
    Map<String, String> configs = new HashMap<>(Topics.FACES.configs());
    configs.remove(TopicConfig.COMPRESSION_TYPE_CONFIG);
    create(Topics.FACES.name(), 12, configs);

    Report report = TopicSetup.check(admin);

    assertThat(report.notes()).isEmpty();
    assertThat(report.warnings())
        .containsExactly(
            "topic gaze.faces: compression.type is producer instead of uncompressed, so one small"
                + " compressed record can use up the memory of every reader; run:"
                + " kafka-configs.sh --bootstrap-server "
                + BROKER.bootstrap()
                + " --alter --entity-type topics --entity-name gaze.faces"
                + " --add-config compression.type=uncompressed");
  }

  @Test
  void onlyTheNewestHeadOfADomainIsKept() throws Exception {
    TopicSetup.ensure(admin, 1);
    byte[] head = new byte[1_500_000];
    long longAgo = System.currentTimeMillis() - Duration.ofMinutes(5).toMillis();
    try (KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      for (int version = 1; version <= 5; version++) {
        head[0] = (byte) version;
        for (String domain : List.of("seat-1", "seat-2")) {
          producer.send(new ProducerRecord<>(MODELS.name(), null, longAgo, domain, head)).get();
        }
      }
      // So much later that the broker begins a new file, and the full one can be compacted.
      producer.send(new ProducerRecord<>(MODELS.name(), "seat-3", head)).get();
    }

    await()
        .atMost(Duration.ofSeconds(40))
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () ->
                assertThat(TopicReader.readAll(BROKER.bootstrap(), MODELS.name()))
                    .extracting(record -> record.key() + " v" + record.value()[0])
                    .containsExactly("seat-1 v5", "seat-2 v5", "seat-3 v5"));
  }

  private Report ensure() {
    try (Admin own = Admin.create(Map.of("bootstrap.servers", BROKER.bootstrap()))) {
      return TopicSetup.ensure(own, 1);
    }
  }

  private void create(String name, int partitions, Map<String, String> configs) throws Exception {
    admin
        .createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(configs)))
        .all()
        .get();
    await().atMost(Duration.ofMinutes(1)).until(() -> topicNames().contains(name));
  }

  private Set<String> topicNames() throws ExecutionException, InterruptedException {
    return admin.listTopics().names().get();
  }

  private static List<String> allNames() {
    return Topics.ALL.stream().map(Topic::name).toList();
  }

  private Map<String, String> configsOf(String topic) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Map<String, String> configs = new HashMap<>();
    admin
        .describeConfigs(List.of(resource))
        .all()
        .get()
        .get(resource)
        .entries()
        .forEach(entry -> configs.put(entry.name(), entry.value()));
    return configs;
  }

  private int partitionsOf(String topic) throws Exception {
    return admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .get()
        .get(topic)
        .partitions()
        .size();
  }
}
