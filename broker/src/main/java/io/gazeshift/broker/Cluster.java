package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaConfig;
import io.gazeshift.common.kafka.NoAnswerException;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka cluster of this process, with its topics created and checked: the configured cluster,
 * the embedded broker of another gazeshift process on the same data directory, or its own embedded
 * broker, which ends with it.
 */
public final class Cluster implements AutoCloseable {

  /** How long a process may take to stop: the broker's own time, and a little for the roles. */
  public static final Duration GRACE = Duration.ofSeconds(30);

  private static final Logger log = LoggerFactory.getLogger(Cluster.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** After a power cut everything starts at once, and a broker on a small box takes its time. */
  private static final Duration BUSY_PATIENCE = Duration.ofSeconds(60);

  private final KafkaAccess kafka;
  private final Optional<EmbeddedBroker> broker;

  private Cluster(KafkaAccess kafka, Optional<EmbeddedBroker> broker) {
    this.kafka = kafka;
    this.broker = broker;
  }

  /** Waits for something, at most this long; answers whether to stop waiting for the cluster. */
  public interface Stop {
    boolean await(Duration timeout);
  }

  /**
   * Opens or starts it.
   *
   * @throws UserError where nothing answers, nothing can be started, or a topic does not fit
   */
  public static Cluster open(KafkaConfig kafka, BrokerConfig settings) throws InterruptedException {
    return open(kafka, settings, Topics.ALL);
  }

  /** The same for a user who may only see some of the topics. */
  public static Cluster open(KafkaConfig kafka, BrokerConfig settings, List<Topic> topics)
      throws InterruptedException {
    Cluster cluster = connect(kafka, settings);
    try {
      if (cluster.broker.isEmpty()) {
        cluster.kafka.check(PATIENCE, BUSY_PATIENCE);
      }
      ReadyTopics.ensure(cluster.kafka, kafka.replicationFactor(), topics);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * As {@link #open}, but does not wait for the answer of a cluster that is not our own; {@link
   * #awaitTopics} does.
   */
  public static Cluster connect(KafkaConfig kafka, BrokerConfig settings)
      throws InterruptedException {
    KafkaAccess.rejectInvalid(kafka.properties());
    if (!kafka.embedded()) {
      return new Cluster(kafka.access(), Optional.empty());
    }
    // Of two processes that start together, one starts the broker and the other joins it.
    try (StartLock lock = StartLock.take(settings.dataDir())) {
      return joinOrStart(kafka, settings);
    }
  }

  private static Cluster joinOrStart(KafkaConfig kafka, BrokerConfig settings)
      throws InterruptedException {
    Optional<String> running = BrokerAddress.ofRunning(settings.dataDir());
    if (running.isPresent()) {
      log.info("using the broker running at {}", running.get());
      return new Cluster(kafka.accessTo(running.get()), Optional.empty());
    }
    EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.of(settings), new Announcer());
    log.info("started a broker at {}, data in {}", broker.bootstrap(), settings.dataDir());
    return new Cluster(kafka.accessTo(broker.bootstrap()), Optional.of(broker));
  }

  /**
   * For roles: waits for the cluster as long as it takes, and creates and checks the topics. A role
   * may well start before its broker, and a restart would not bring it.
   *
   * @return false if it was told to stop first
   * @throws UserError if the cluster rejects this client or a topic does not fit, which waiting
   *     does not mend
   */
  public boolean awaitTopics(int replicationFactor, Stop stop) {
    BrokerWait wait = new BrokerWait(kafka.bootstrap(), System::nanoTime);
    while (true) {
      try {
        kafka.check(PATIENCE, PATIENCE);
        break;
      } catch (NoAnswerException e) {
        if (stop.await(wait.next(e))) {
          return false;
        }
      }
    }
    wait.over();
    ReadyTopics.ensure(kafka, replicationFactor, Topics.ALL);
    return true;
  }

  /** How to reach it. */
  public KafkaAccess kafka() {
    return kafka;
  }

  /** If our own broker stays down, the process ends, so that its supervisor notices. */
  public void throwIfFailed() {
    broker
        .flatMap(EmbeddedBroker::failure)
        .ifPresent(
            failure -> {
              throw failure;
            });
  }

  @Override
  public void close() {
    broker.ifPresent(EmbeddedBroker::close);
  }

  /** Tells the log what happens to the broker. */
  private static final class Announcer implements BrokerListener {
    @Override
    public void died(long pid, int exitCode) {
      log.warn("the broker (process {}) exited with {}; restarting it", pid, exitCode);
    }

    @Override
    public void restarted(long pid, Duration outage) {
      log.warn("the broker is running again after {} ms (process {})", outage.toMillis(), pid);
    }

    @Override
    public void restartFailed(UserError reason) {
      log.warn("could not restart the broker: {}", reason.getMessage());
    }

    @Override
    public void gaveUp(UserError reason) {
      log.error("giving up restarting the broker: {}", reason.getMessage());
    }
  }
}
