package io.gazeshift.common.kafka;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Kafka cluster to use and the properties of its clients.
 *
 * @param bootstrap {@code host:port} of some brokers; empty means the embedded broker
 * @param replicationFactor of the topics we make; {@link #CLUSTER_DEFAULT} leaves it to the cluster
 * @param properties further properties of every Kafka client; may hold secrets
 */
public record KafkaConfig(
    List<String> bootstrap, int replicationFactor, Map<String, String> properties) {

  /** Leaves the replication factor to the cluster. */
  public static final int CLUSTER_DEFAULT = -1;

  static final Setting<List<String>> BOOTSTRAP =
      Setting.of(
          "kafka.bootstrap",
          ValueType.hostPorts(),
          "",
          "Addresses of the Kafka brokers. Empty: Gazeshift starts an embedded broker.");

  static final Setting<Optional<Integer>> REPLICATION_FACTOR =
      Setting.of(
          "kafka.replication-factor",
          ValueType.integer(CLUSTER_DEFAULT, 100).orEmpty(),
          "",
          "Number of brokers that store each record; -1 uses the cluster's default."
              + " Empty: 1 with the embedded broker, otherwise -1.");

  static final Setting<String> PROPERTIES =
      Setting.freeMap(
          "kafka.properties",
          """
          security.protocol: SASL_SSL
          ssl.truststore.location: /etc/gazeshift/truststore.p12
          ssl.truststore.password: ${file:/run/secrets/truststore-password}""",
          "Any property of the Kafka clients. Passwords and keys are never shown.");

  public static final List<Setting<?>> SETTINGS =
      List.of(BOOTSTRAP, REPLICATION_FACTOR, PROPERTIES);

  public KafkaConfig {
    bootstrap = List.copyOf(bootstrap);
    properties = Map.copyOf(properties);
    KafkaAccess.rejectReserved(properties);
    if (replicationFactor == 0) {
      throw new IllegalArgumentException(
          "replication-factor: 0 would store nothing; use 1 or more, or -1 for the"
              + " cluster's default");
    }
    if (bootstrap.isEmpty() && replicationFactor > 1) {
      throw new IllegalArgumentException(
          ("replication-factor: %d needs as many brokers, but there is only one embedded"
                      + " broker;")
                  .formatted(replicationFactor)
              + " set kafka.bootstrap");
    }
    String protocol = properties.getOrDefault("security.protocol", "PLAINTEXT");
    if (bootstrap.isEmpty() && !protocol.equalsIgnoreCase("PLAINTEXT")) {
      throw new IllegalArgumentException(
          ("properties.security.protocol: the embedded broker supports only PLAINTEXT,"
                      + " not %s;")
                  .formatted(protocol)
              + " set kafka.bootstrap or remove the property");
    }
  }

  public static KafkaConfig from(EffectiveConfig config) {
    List<String> bootstrap = config.get(BOOTSTRAP);
    int fallback = bootstrap.isEmpty() ? 1 : CLUSTER_DEFAULT;
    return new KafkaConfig(
        bootstrap, config.get(REPLICATION_FACTOR).orElse(fallback), config.map(PROPERTIES));
  }

  /** Whether Gazeshift runs a broker of its own. */
  public boolean embedded() {
    return bootstrap.isEmpty();
  }

  /** Access to the configured brokers. Not for the embedded one, whose address is not known yet. */
  public KafkaAccess access() {
    return new KafkaAccess(String.join(",", bootstrap), properties);
  }

  /** Access to the embedded broker, once it is there. */
  public KafkaAccess accessTo(String embeddedBootstrap) {
    return new KafkaAccess(embeddedBootstrap, properties);
  }

  /** With the names of the properties only: any value may be a secret. */
  @Override
  public String toString() {
    return "KafkaConfig[bootstrap=%s, replicationFactor=%d, properties=%s]"
        .formatted(bootstrap, replicationFactor, properties.keySet());
  }
}
