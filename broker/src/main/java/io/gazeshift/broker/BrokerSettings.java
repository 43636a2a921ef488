package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How the embedded broker runs.
 *
 * @param dataDir holds Kafka's data and the broker's own logs; made if absent
 * @param bindAddress where it listens; it requires no password, so beyond the loopback interface
 *     every client that reaches it can read everything
 * @param advertisedHost the name clients are sent to
 * @param port 0 picks a free one
 * @param heapMiB what the child's heap may grow to
 * @param sessionTimeout for how long the node may be silent before it declares itself dead; a
 *     restart does not wait for it ({@link FormerSelf})
 * @param startTimeout how long it may take to answer
 * @param stopTimeout how long it may take to stop before it is killed; as long does a new one wait
 *     for a directory to be given up
 * @param minFreeMiB below this it does not start
 */
public record BrokerSettings(
    Path dataDir,
    String bindAddress,
    String advertisedHost,
    int port,
    int heapMiB,
    Duration sessionTimeout,
    Duration startTimeout,
    Duration stopTimeout,
    long minFreeMiB) {

  private static final String LOOPBACK = "127.0.0.1";
  private static final int SMALLEST_HEAP_MIB = 128;

  /**
   * Kafka's own. On a machine that is busy for longer the node declares itself dead and reads
   * everything anew, which makes it busier still.
   */
  private static final Duration SESSION = Duration.ofSeconds(9);

  private static final Duration SHORTEST_SESSION = Duration.ofSeconds(1);

  public BrokerSettings {
    dataDir = dataDir.toAbsolutePath().normalize();
    if (port < 0 || port > 65_535) {
      throw new UserError(
          "broker.port: %d is not a port; use 1 to 65535, or 0 for a free one".formatted(port));
    }
    if (heapMiB < SMALLEST_HEAP_MIB) {
      throw new UserError(
          "broker.heap: %d MiB is too little for a broker; use at least %d MiB"
              .formatted(heapMiB, SMALLEST_HEAP_MIB));
    }
    if (sessionTimeout.compareTo(SHORTEST_SESSION) < 0) {
      throw new UserError(
          "broker.session-timeout: %d ms is too short; use at least %d ms"
              .formatted(sessionTimeout.toMillis(), SHORTEST_SESSION.toMillis()));
    }
    if (isWildcard(advertisedHost)) {
      throw new UserError(
          ("broker.advertised-host: clients cannot connect to '%s'; set the host name or"
                      + " address by which")
                  .formatted(advertisedHost)
              + " they reach this machine");
    }
  }

  /** Loopback only, on a free port: what tests and a single machine need. */
  public static BrokerSettings in(Path dataDir) {
    return new BrokerSettings(
        dataDir,
        LOOPBACK,
        LOOPBACK,
        0,
        256,
        SESSION,
        Duration.ofSeconds(90),
        Duration.ofSeconds(10),
        512);
  }

  /** As configured. */
  public static BrokerSettings of(BrokerConfig config) {
    BrokerSettings usual = in(config.dataDir());
    return new BrokerSettings(
        config.dataDir(),
        config.bind(),
        config.advertisedHost().isEmpty() ? config.bind() : config.advertisedHost(),
        config.port(),
        Math.toIntExact(config.heapBytes() >> 20),
        usual.sessionTimeout(),
        usual.startTimeout(),
        usual.stopTimeout(),
        usual.minFreeMiB());
  }

  public BrokerSettings withPort(int newPort) {
    return new BrokerSettings(
        dataDir,
        bindAddress,
        advertisedHost,
        newPort,
        heapMiB,
        sessionTimeout,
        startTimeout,
        stopTimeout,
        minFreeMiB);
  }

  public BrokerSettings withMinFreeMiB(long newMinFreeMiB) {
    return new BrokerSettings(
        dataDir,
        bindAddress,
        advertisedHost,
        port,
        heapMiB,
        sessionTimeout,
        startTimeout,
        stopTimeout,
        newMinFreeMiB);
  }

  public BrokerSettings withStopTimeout(Duration newStopTimeout) {
    return new BrokerSettings(
        dataDir,
        bindAddress,
        advertisedHost,
        port,
        heapMiB,
        sessionTimeout,
        startTimeout,
        newStopTimeout,
        minFreeMiB);
  }

  /** Kafka's own directory: it takes every directory in it for a partition, so nothing else may. */
  Path kafkaDir() {
    return dataDir.resolve("kafka");
  }

  Path logDir() {
    return dataDir.resolve("logs");
  }

  /** Where a person finds out why the broker did what it did. */
  Path logFile() {
    return logDir().resolve("broker.log");
  }

  private static boolean isWildcard(String host) {
    return host.isBlank() || host.equals("0.0.0.0") || host.equals("::");
  }
}
