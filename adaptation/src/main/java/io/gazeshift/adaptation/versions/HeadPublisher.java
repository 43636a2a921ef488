package io.gazeshift.adaptation.versions;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes versions in transactions of its own: for commands, and whoever has no transaction to
 * put them in. Where Kafka ends a transaction before its time or does not answer, it looks whether
 * that one was committed, and if not, tries again. For one thread.
 */
public final class HeadPublisher implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HeadPublisher.class);

  private static final int ATTEMPTS = 5;

  /** For so long a publisher that was killed keeps readers from what others publish after it. */
  private static final int TRANSACTION_MILLIS = 10_000;

  private final HeadVersions versions;
  private final Map<String, Object> settings;

  /** Null after a failure, until it is needed again. */
  private @Nullable KafkaProducer<String, byte[]> producer;

  /** Reads back what it has published through these versions, which stay the caller's to close. */
  public HeadPublisher(KafkaAccess kafka, HeadVersions versions) {
    this.versions = versions;
    this.settings =
        kafka.producerProperties(
            Map.of(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Topics.MODELS.maxMessageBytes(),
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                TRANSACTION_MILLIS,
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "gazeshift-publish-" + UUID.randomUUID()));
    open();
  }

  /** What the one before it left is then over: committed if it had got so far, aborted if not. */
  private void open() {
    if (producer != null) {
      return;
    }
    KafkaProducer<String, byte[]> opening =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    try {
      opening.initTransactions();
    } catch (RuntimeException e) {
      opening.close(Duration.ZERO);
      throw e;
    }
    producer = opening;
  }

  /**
   * Returns what is in force when the cluster has acknowledged it. Whoever was second with a
   * version of the same number makes the next one, and gives the first its place in the history
   * back.
   *
   * @param making makes the next version, from what is published by then
   * @throws UserError where it was published but cannot be read back in time
   */
  public HeadModel publish(Supplier<Publication> making) {
    open();
    List<Publication> displaced = new ArrayList<>();
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Publication publication = making.get();
      List<ProducerRecord<String, byte[]>> records = new ArrayList<>(publication.records());
      displaced.forEach(other -> records.add(other.place()));
      try {
        RecordMetadata sent = send(records);
        displaced.clear();
        readBack(publication, sent);
      } catch (KafkaException e) {
        lookAfter(publication, e, attempt);
      }
      if (versions.isInForce(publication.head())) {
        return publication.head();
      }
      versions
          .find(publication.domain(), publication.version())
          .map(Publication::new)
          .ifPresent(displaced::add);
    }
    throw new KafkaException(
        "others publish heads at the same moment, and were first %d times".formatted(ATTEMPTS));
  }

  private void readBack(Publication publication, RecordMetadata sent) {
    try {
      versions.refreshPast(sent);
    } catch (TimeoutException e) {
      throw new UserError(
          "head %d of domain %s was published, but is not readable yet (%s); see 'gazeshift models list'"
              .formatted(publication.version(), publication.domain(), e.getMessage()),
          e);
    }
  }

  /** Restores the history entry of a version that is not active. */
  public void keep(Publication earlier) {
    open();
    for (int attempt = 1; ; attempt++) {
      try {
        send(List.of(earlier.place()));
        return;
      } catch (KafkaException e) {
        // Writing it twice does no harm.
        lookAfter(earlier, e, attempt);
      }
    }
  }

  /** After a transaction of which nobody knows how it ended: now it has, and all can be read. */
  private void lookAfter(Publication publication, KafkaException problem, int attempt) {
    if (producer != null) {
      producer.close(Duration.ZERO);
      producer = null;
    }
    String what =
        "head %d of domain %s could not be published: %s"
            .formatted(publication.version(), publication.domain(), problem.getMessage());
    if (attempt == ATTEMPTS || isForGood(problem)) {
      throw new KafkaException(what, problem);
    }
    log.info("{}; retrying", what);
    try {
      open();
      versions.refresh();
    } catch (KafkaException e) {
      e.addSuppressed(problem);
      throw new KafkaException(what, e);
    }
  }

  /** Whether it would be the same the next time. */
  private static boolean isForGood(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof AuthorizationException
          || cause instanceof AuthenticationException
          || cause instanceof RecordTooLargeException
          || cause instanceof InterruptException) {
        return true;
      }
    }
    return false;
  }

  /** In one transaction; returns where the first of them stands. */
  private RecordMetadata send(List<ProducerRecord<String, byte[]>> records) {
    KafkaProducer<String, byte[]> opened = Objects.requireNonNull(producer, "not open");
    opened.beginTransaction();
    try {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      records.forEach(record -> sent.add(opened.send(record)));
      opened.commitTransaction();
      return sent.get(0).get();
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new KafkaException(cause.getMessage(), cause);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** A transaction that is still open is aborted. */
  @Override
  public void close() {
    if (producer != null) {
      producer.close();
    }
  }
}
