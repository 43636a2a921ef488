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
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Creates missing topics and checks existing ones. Never alters a topic. */
public final class TopicSetup {

  private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);

  /** Settings that are rejected or warned about, not only noted. */
  private static final Set<String> CHECKED_ELSEWHERE =
      Set.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          TopicConfig.COMPRESSION_TYPE_CONFIG);

  /**
   * What was done, for the log.
   *
   * @param created names of topics that were absent
   * @param found names of topics that were there and can be used
   * @param notes where a topic that can be used is not as we would have made it; one line each
   * @param warnings the same, where it matters: records may be lost, or one record may end every
   *     reader; one line each, with the remedy
   */
  public record Report(
      List<String> created, List<String> found, List<String> notes, List<String> warnings) {
    public Report {
      created = List.copyOf(created);
      found = List.copyOf(found);
      notes = List.copyOf(notes);
      warnings = List.copyOf(warnings);
    }
  }

  /** What was found about topics that can be used. */
  private record Findings(List<String> notes, List<String> warnings) {
    static Findings none() {
      return new Findings(new ArrayList<>(), new ArrayList<>());
    }

    void add(Findings more) {
      notes.addAll(more.notes);
      warnings.addAll(more.warnings);
    }
  }

  private final Admin admin;
  private final List<Topic> topics;

  private TopicSetup(Admin admin, List<Topic> topics) {
    this.admin = admin;
    this.topics = topics;
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
    return ensure(admin, replicationFactor, Topics.ALL);
  }

  /** The same for these topics. */
  public static Report ensure(Admin admin, int replicationFactor, List<Topic> topics) {
    return new TopicSetup(admin, topics).ensure(replicationFactor);
  }

  /**
   * Checks the topics that are there and creates nothing.
   *
   * @throws TopicMismatchException naming every setting that has to be changed
   * @throws KafkaException where the broker cannot be reached or rejects
   */
  public static Report check(Admin admin) {
    TopicSetup setup = new TopicSetup(admin, Topics.ALL);
    List<Topic> found = setup.present();
    Findings findings = setup.check(found);
    return new Report(List.of(), names(found), findings.notes, findings.warnings);
  }

  private List<Topic> present() {
    Set<String> names = get(admin.listTopics().names());
    return topics.stream().filter(topic -> names.contains(topic.name())).toList();
  }

  private Report ensure(int replicationFactor) {
    List<Topic> found = new ArrayList<>(present());
    List<Topic> absent = new ArrayList<>(topics);
    absent.removeAll(found);

    Findings findings = check(found);
    List<Topic> raced = create(absent, replicationFactor);
    absent.removeAll(raced);
    awaitVisible(topics);
    findings.add(check(raced));
    found.addAll(raced);
    return new Report(names(absent), names(found), findings.notes, findings.warnings);
  }

  /** Returns those that another process created in the meantime. */
  private List<Topic> create(List<Topic> topics, int replicationFactor) {
    if (topics.isEmpty()) {
      return List.of();
    }
    int replicas =
        replicationFactor > 0
            ? replicationFactor
            : clusterDefault(topics.get(0), replicationFactor);
    CreateTopicsResult result =
        admin.createTopics(
            topics.stream()
                .map(
                    topic ->
                        new NewTopic(topic.name(), topic.partitions(), (short) replicationFactor)
                            .configs(topic.configs(replicas)))
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

  /** How many replicas the cluster would make by itself; 1 where it does not say. */
  private int clusterDefault(Topic topic, int replicationFactor) {
    NewTopic asked = new NewTopic(topic.name(), topic.partitions(), (short) replicationFactor);
    try {
      return get(
          admin
              .createTopics(List.of(asked), new CreateTopicsOptions().validateOnly(true))
              .replicationFactor(topic.name()));
    } catch (TopicExistsException | AuthorizationException | UnsupportedVersionException e) {
      return 1;
    }
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

  private Findings check(List<Topic> topics) {
    Findings findings = Findings.none();
    if (topics.isEmpty()) {
      return findings;
    }
    Map<String, TopicDescription> descriptions = describe(topics);
    Map<String, Map<String, String>> configs = configs(topics);
    List<Mismatch> mismatches = new ArrayList<>();
    for (Topic topic : topics) {
      Map<String, String> found = configs.get(topic.name());
      List<TopicPartitionInfo> partitions = descriptions.get(topic.name()).partitions();
      mismatches.addAll(mismatches(topic, found));
      findings.notes.addAll(notes(topic, found, partitions.size()));
      findings.warnings.addAll(warnings(topic, found, partitions));
    }
    if (!mismatches.isEmpty()) {
      throw new TopicMismatchException(mismatches);
    }
    return findings;
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
    String remedy =
        ("%s (or, if you do not need its records: kafka-topics.sh --bootstrap-server %s"
                + " --delete --topic %s)")
            .formatted(alter(topic, setting, needed), bootstrap(), topic.name());
    return new Mismatch(topic.name(), setting, found, needed, remedy);
  }

  private String alter(Topic topic, String setting, String needed) {
    return ("run: kafka-configs.sh --bootstrap-server %s --alter --entity-type topics"
            + " --entity-name %s --add-config %s=%s")
        .formatted(bootstrap(), topic.name(), setting, needed);
  }

  private List<String> warnings(
      Topic topic, Map<String, String> found, List<TopicPartitionInfo> partitions) {
    List<String> warnings = new ArrayList<>();
    String compression = found.get(TopicConfig.COMPRESSION_TYPE_CONFIG);
    if (!Topic.COMPRESSION.equals(compression)) {
      warnings.add(
          ("topic %s: compression.type is %s instead of %s, so one small compressed record can use"
                  + " up the memory of every reader; %s")
              .formatted(
                  topic.name(),
                  compression,
                  Topic.COMPRESSION,
                  alter(topic, TopicConfig.COMPRESSION_TYPE_CONFIG, Topic.COMPRESSION)));
    }
    // Not every service that speaks Kafka's protocol has it.
    String inSync =
        found.getOrDefault(
            TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(Topic.MIN_IN_SYNC));
    int replicas = partitions.stream().mapToInt(each -> each.replicas().size()).min().orElse(0);
    if (replicas >= Topic.REPLICAS_FOR_TWO_IN_SYNC
        && Integer.parseInt(inSync) < Topic.MIN_IN_SYNC) {
      warnings.add(
          ("topic %s: min.insync.replicas is %s instead of %d, so an acknowledged record can be"
                  + " lost with one broker; %s")
              .formatted(
                  topic.name(),
                  inSync,
                  Topic.MIN_IN_SYNC,
                  alter(
                      topic,
                      TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                      Integer.toString(Topic.MIN_IN_SYNC))));
    }
    return warnings;
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
              if (!CHECKED_ELSEWHERE.contains(setting) && !defined.equals(found.get(setting))) {
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
