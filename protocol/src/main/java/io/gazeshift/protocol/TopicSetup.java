package io.gazeshift.protocol;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import io.gazeshift.protocol.TopicMismatchException.Mismatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates missing topics and checks existing ones. Never alters a topic. */
public final class TopicSetup {

  private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);

  /**
   * What was done, for the log.
   *
   * @param created names of topics that were absent
   * @param found names of topics that were there and can be used
   * @param notes where a topic that can be used is not as we would have made it; one line each
   */
  public record Report(List<String> created, List<String> found, List<String> notes) {
    public Report {
      created = List.copyOf(created);
      found = List.copyOf(found);
      notes = List.copyOf(notes);
    }
  }

  private final Admin admin;

  private TopicSetup(Admin admin) {
    this.admin = admin;
  }

  /**
   * Returns when every topic of {@link Topics#ALL} is there and can be used. Several processes may
   * do this at once. Nothing is created while a topic that exists cannot be used.
   *
   * @param replicationFactor for topics that are created; -1 leaves it to the broker
   * @throws TopicMismatchException naming every setting that has to be changed first
   * @throws KafkaException where the broker cannot be reached or rejects
   */
  public static Report ensure(Admin admin, int replicationFactor) {
    return new TopicSetup(admin).ensure(replicationFactor);
  }

  /**
   * Checks the topics that are there and creates nothing.
   *
   * @throws TopicMismatchException naming every setting that has to be changed
   * @throws KafkaException where the broker cannot be reached or rejects
   */
  public static Report check(Admin admin) {
    TopicSetup setup = new TopicSetup(admin);
    List<Topic> found = setup.present();
    return new Report(List.of(), names(found), setup.check(found));
  }

  private List<Topic> present() {
    Set<String> names = get(admin.listTopics().names());
    return Topics.ALL.stream().filter(topic -> names.contains(topic.name())).toList();
  }

  private Report ensure(int replicationFactor) {
    List<Topic> found = new ArrayList<>(present());
    List<Topic> absent = new ArrayList<>(Topics.ALL);
    absent.removeAll(found);

    List<String> notes = new ArrayList<>(check(found));
    List<Topic> raced = create(absent, replicationFactor);
    absent.removeAll(raced);
    awaitVisible(Topics.ALL);
    notes.addAll(check(raced));
    found.addAll(raced);
    return new Report(names(absent), names(found), notes);
  }

  /** Returns those that another process created in the meantime. */
  private List<Topic> create(List<Topic> topics, int replicationFactor) {
    CreateTopicsResult result =
        admin.createTopics(
            topics.stream()
                .map(
                    topic ->
                        new NewTopic(topic.name(), topic.partitions(), (short) replicationFactor)
                            .configs(topic.configs()))
                .toList());
    List<Topic> raced = new ArrayList<>();
    for (Topic topic : topics) {
      try {
        get(result.values().get(topic.name()));
      } catch (TopicExistsException e) {
        raced.add(topic);
      }
    }
    return raced;
  }

  /** A controller answers before every broker has heard of the topic. */
  private void awaitVisible(Collection<Topic> topics) {
    long deadlineNanos = System.nanoTime() + VISIBLE_WITHIN.toNanos();
    while (true) {
      try {
        describe(topics);
        return;
      } catch (UnknownTopicOrPartitionException e) {
        if (System.nanoTime() - deadlineNanos > 0) {
          throw new TimeoutException(
              "created the topics, but the broker does not list all of %s after %d s"
                  .formatted(names(topics), VISIBLE_WITHIN.toSeconds()),
              e);
        }
        pause();
      }
    }
  }

  private List<String> check(List<Topic> topics) {
    if (topics.isEmpty()) {
      return List.of();
    }
    Map<String, TopicDescription> descriptions = describe(topics);
    Map<String, Map<String, String>> configs = configs(topics);
    List<Mismatch> mismatches = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Topic topic : topics) {
      Map<String, String> found = configs.get(topic.name());
      mismatches.addAll(mismatches(topic, found));
      notes.addAll(notes(topic, found, descriptions.get(topic.name()).partitions().size()));
    }
    if (!mismatches.isEmpty()) {
      throw new TopicMismatchException(mismatches);
    }
    return notes;
  }

  private List<Mismatch> mismatches(Topic topic, Map<String, String> found) {
    List<Mismatch> mismatches = new ArrayList<>();
    String policy = found.get(TopicConfig.CLEANUP_POLICY_CONFIG);
    if (!topic.cleanupPolicy().equals(policy)) {
      mismatches.add(
          mismatch(topic, TopicConfig.CLEANUP_POLICY_CONFIG, policy, topic.cleanupPolicy()));
    }
    String maxBytes = found.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
    if (Integer.parseInt(maxBytes) < topic.maxMessageBytes()) {
      mismatches.add(
          mismatch(
              topic,
              TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
              maxBytes,
              Integer.toString(topic.maxMessageBytes())));
    }
    return mismatches;
  }

  private Mismatch mismatch(Topic topic, String setting, String found, String needed) {
    String bootstrap = bootstrap();
    String remedy =
        ("run: kafka-configs.sh --bootstrap-server %1$s --alter --entity-type topics"
                + " --entity-name %2$s --add-config %3$s=%4$s (or, if you do not need its"
                + " records: kafka-topics.sh --bootstrap-server %1$s --delete --topic %2$s)")
            .formatted(bootstrap, topic.name(), setting, needed);
    return new Mismatch(topic.name(), setting, found, needed, remedy);
  }

  private static List<String> notes(Topic topic, Map<String, String> found, int partitions) {
    List<String> notes = new ArrayList<>();
    if (partitions < topic.partitions()) {
      notes.add(
          "topic %s: has %d partitions instead of %d, so at most %d processes can share its work"
              .formatted(topic.name(), partitions, topic.partitions(), partitions));
    }
    topic
        .configs()
        .forEach(
            (setting, defined) -> {
              if (!setting.equals(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
                  && !defined.equals(found.get(setting))) {
                notes.add(
                    "topic %s: %s is %s instead of %s"
                        .formatted(topic.name(), setting, found.get(setting), defined));
              }
            });
    return notes;
  }

  private Map<String, TopicDescription> describe(Collection<Topic> topics) {
    return get(admin.describeTopics(names(topics)).allTopicNames());
  }

  private Map<String, Map<String, String>> configs(Collection<Topic> topics) {
    List<ConfigResource> resources =
        topics.stream()
            .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic.name()))
            .toList();
    Map<String, Map<String, String>> byTopic = new LinkedHashMap<>();
    get(admin.describeConfigs(resources).all())
        .forEach((resource, config) -> byTopic.put(resource.name(), values(config)));
    return byTopic;
  }

  private static Map<String, String> values(Config config) {
    return config.entries().stream()
        .filter(entry -> entry.value() != null)
        .collect(toMap(entry -> entry.name(), entry -> entry.value()));
  }

  /** The brokers as they call themselves: what a command line on the same network can use. */
  private String bootstrap() {
    return get(admin.describeCluster().nodes()).stream()
        .map(node -> node.host() + ":" + node.port())
        .sorted()
        .collect(joining(","));
  }

  private static List<String> names(Collection<Topic> topics) {
    return topics.stream().map(Topic::name).toList();
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e.getCause());
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
