package io.gazeshift.common.kafka;

import io.gazeshift.common.UserError;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka cluster and the client properties to reach it. The user's properties override the
 * program's, except for those on which delivery or order depend: these are rejected.
 */
public final class KafkaAccess {

  private static final Logger log = LoggerFactory.getLogger(KafkaAccess.class);

  private static final String OFFSETS =
      "offsets are committed in the same transaction as the results";
  private static final String FORMAT = "all records use one format";

  /** The distribution leaves out the library for it; see SlimJars. */
  private static final String TELEMETRY =
      "this program's clients send brokers no telemetry; its metrics are on the metrics page";

  private static final String DELIVERY = "acknowledged records must not be lost or duplicated";
  private static final String ORDER = "the frames of a camera must stay in order";

  /** Properties the user may not set, with the reason or the key to use instead. */
  private static final Map<String, String> RESERVED =
      Map.ofEntries(
          Map.entry(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "use kafka.bootstrap"),
          Map.entry(ConsumerConfig.GROUP_ID_CONFIG, "use infer.group"),
          Map.entry(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "each member needs its own"),
          Map.entry(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, OFFSETS),
          Map.entry(
              ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
              "each reader chooses its own start position"),
          Map.entry(ConsumerConfig.ISOLATION_LEVEL_CONFIG, DELIVERY),
          Map.entry(ProducerConfig.TRANSACTIONAL_ID_CONFIG, OFFSETS),
          Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, DELIVERY),
          Map.entry(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, TELEMETRY),
          Map.entry(ProducerConfig.ACKS_CONFIG, DELIVERY),
          Map.entry(ProducerConfig.PARTITIONER_CLASS_CONFIG, ORDER),
          Map.entry(ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, ORDER),
          Map.entry(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, FORMAT),
          Map.entry(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, FORMAT),
          Map.entry(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, FORMAT),
          Map.entry(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, FORMAT));

  /**
   * How long one broker is waited for. One that stands still, or is cut off, takes connections and
   * says nothing: only this makes a client ask the others. So it must be well below what a whole
   * call may take, such as a producer's max.block.ms.
   */
  private static final int ANSWER_MILLIS = 8_000;

  /** The same where the answer is long: all of it must have come by then, on a slow line too. */
  private static final int LONG_ANSWER_MILLIS = 15_000;

  /**
   * How long a client pauses at most before it tries to connect again, or to be answered. Kafka's
   * own is a second, several times in a row after a broker has restarted.
   */
  private static final int LONGEST_PAUSE_MILLIS = 300;

  /** Pauses that grow, and the settings that limit them. */
  private static final Map<String, String> LIMITS =
      Map.of(
          CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG,
          CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG,
          CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG,
          CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG);

  /** What keeps these promises; a part of the program may still choose otherwise for itself. */
  private static final Map<String, Object> FOR_PRODUCERS =
      Map.of(
          ProducerConfig.ACKS_CONFIG,
          "all",
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          true,
          ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
          ANSWER_MILLIS);

  private static final Map<String, Object> FOR_ADMINS =
      Map.of(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);

  private static final Map<String, Object> FOR_CONSUMERS =
      Map.of(
          ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
          LONG_ANSWER_MILLIS,
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
          false,
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          "read_committed");

  private static final ConfigDef ADMIN = AdminClientConfig.configDef();
  private static final ConfigDef PRODUCER = ProducerConfig.configDef();
  private static final ConfigDef CONSUMER = ConsumerConfig.configDef();

  private final String bootstrap;
  private final Map<String, String> properties;
  private final Map<String, Object> metering;
  private final CrashMarker marker;

  /**
   * Takes an address and the user's properties.
   *
   * @param bootstrap {@code host:port}, or several with commas between them
   * @throws IllegalArgumentException if a property is reserved
   */
  public KafkaAccess(String bootstrap, Map<String, String> properties) {
    if (bootstrap.isBlank()) {
      throw new IllegalArgumentException("bootstrap: contains no broker address");
    }
    rejectReserved(properties);
    this.bootstrap = bootstrap;
    this.properties = Map.copyOf(properties);
    this.metering = Map.of();
    this.marker = CrashMarker.none();
  }

  private KafkaAccess(KafkaAccess other, Map<String, Object> metering, CrashMarker marker) {
    this.bootstrap = other.bootstrap;
    this.properties = other.properties;
    this.metering = metering;
    this.marker = marker;
  }

  /** The same cluster, by clients that tell the registry about themselves while they are open. */
  public KafkaAccess withMeters(MeterRegistry registry) {
    return new KafkaAccess(this, KafkaMeters.settings(registry), marker);
  }

  /**
   * The same cluster, by consumers that step over a record that ended processes before. The caller
   * closes the marker after the consumers.
   */
  public KafkaAccess withCrashMarker(CrashMarker opened) {
    return new KafkaAccess(this, metering, opened);
  }

  /** Rejects properties on which delivery or order depend. */
  public static void rejectReserved(Map<String, String> properties) {
    for (String name : new TreeMap<>(properties).keySet()) {
      if (RESERVED.containsKey(name)) {
        throw new IllegalArgumentException(
            "properties.%s: must not be set (%s); remove it".formatted(name, RESERVED.get(name)));
      }
    }
  }

  /**
   * Rejects properties that Kafka's clients would not take, before any of them is opened.
   *
   * @throws UserError naming the property
   */
  public static void rejectInvalid(Map<String, String> properties) {
    KafkaAccess probe = new KafkaAccess("localhost:1", properties);
    try {
      new ProducerConfig(probe.withSerializers(probe.producerProperties(Map.of())));
      new ConsumerConfig(probe.withSerializers(probe.consumerProperties(Map.of())));
    } catch (ConfigException e) {
      throw new ConnectionDiagnosis("localhost:1", properties).ofProperties(e);
    }
  }

  private Map<String, Object> withSerializers(Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    return all;
  }

  /** The address of some brokers. */
  public String bootstrap() {
    return bootstrap;
  }

  /** For an {@link Admin}. */
  public Map<String, Object> adminProperties() {
    return clientProperties(ADMIN, FOR_ADMINS, Map.of());
  }

  /** For a producer; {@code ours} are what the program wants unless the user says otherwise. */
  public Map<String, Object> producerProperties(Map<String, ?> ours) {
    return clientProperties(PRODUCER, FOR_PRODUCERS, ours);
  }

  /** For a consumer; {@code ours} are what the program wants unless the user says otherwise. */
  public Map<String, Object> consumerProperties(Map<String, ?> ours) {
    return clientProperties(CONSUMER, FOR_CONSUMERS, ours);
  }

  /** A consumer of records as they are, with these settings of ours, for the caller to close. */
  public KafkaConsumer<String, byte[]> openConsumer(Map<String, ?> ours) {
    Map<String, Object> settings = consumerProperties(ours);
    return marker.guards()
        ? new GuardedConsumer(settings, marker)
        : new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
  }

  private Map<String, Object> clientProperties(
      ConfigDef client, Map<String, Object> promises, Map<String, ?> ours) {
    Set<String> foreign = new HashSet<>();
    for (ConfigDef other : List.of(ADMIN, PRODUCER, CONSUMER)) {
      foreign.addAll(other.names());
    }
    foreign.removeAll(client.names());

    Map<String, Object> all = new HashMap<>(promises);
    LIMITS.forEach(
        (pause, limit) -> {
          // A longer pause of the user's must not be cut short.
          if (!properties.containsKey(pause)) {
            all.put(limit, LONGEST_PAUSE_MILLIS);
          }
        });
    all.putAll(ours);
    all.putAll(metering);
    properties.forEach(
        (name, value) -> {
          // A consumer's property would only make a producer complain.
          if (!foreign.contains(name)) {
            all.put(name, isPassword(client, name) ? new Password(value) : value);
          }
        });
    all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    all.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    return all;
  }

  /** As a {@link Password}, a value does not show when the map is printed. */
  private static boolean isPassword(ConfigDef client, String name) {
    ConfigDef.ConfigKey key = client.configKeys().get(name);
    return key != null && key.type == ConfigDef.Type.PASSWORD;
  }

  /**
   * Makes sure that the cluster answers.
   *
   * @throws UserError in one line, if it does not do so in time
   */
  public void check(Duration patience) {
    check(patience, patience);
  }

  /**
   * The same, but waits instead of failing: where something takes connections, it may be a broker
   * that is too busy to answer, and gets longer.
   *
   * @param patience how long to wait if no process listens
   * @param whereAProcessListens at least as long
   * @throws UserError in one line, if it does not do so in time
   */
  public void check(Duration patience, Duration whereAProcessListens) {
    ConnectionDiagnosis diagnosis = new ConnectionDiagnosis(bootstrap, properties);
    Admin admin;
    try {
      admin = Admin.create(adminProperties());
    } catch (KafkaException | IllegalArgumentException e) {
      throw diagnosis.ofClient(e, patience);
    }
    try {
      Optional<Throwable> problem = ask(admin, patience);
      Duration more = whereAProcessListens.minus(patience);
      boolean busy =
          problem.isPresent()
              && problem.get() instanceof TimeoutException
              && !more.isZero()
              && diagnosis.aProcessListens();
      if (busy) {
        log.info(
            "{} accepts connections but does not answer yet; waiting up to {} s",
            bootstrap,
            more.toSeconds());
        problem = ask(admin, more);
      }
      if (problem.isPresent()) {
        throw diagnosis.ofCall(problem.get(), busy ? whereAProcessListens : patience);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("kafka.bootstrap: interrupted while connecting to " + bootstrap, e);
    } finally {
      admin.close(Duration.ZERO);
    }
  }

  /** What kept it from answering, if anything. */
  private static Optional<Throwable> ask(Admin admin, Duration patience)
      throws InterruptedException {
    try {
      int millis = Math.toIntExact(patience.toMillis());
      admin.describeCluster(new DescribeClusterOptions().timeoutMs(millis)).nodes().get();
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of(Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  /** With the names of the properties only: any value may be a secret. */
  @Override
  public String toString() {
    return "KafkaAccess[%s, %s]".formatted(bootstrap, properties.keySet());
  }
}
