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
 * Publishes versions in its own transactions, for callers that have none to add them to, such as
 * commands. If Kafka aborts a transaction or does not answer, it checks whether the transaction was
 * committed and otherwise retries. For one thread.
 */
public final class HeadPublisher implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HeadPublisher.class);

  private static final int ATTEMPTS = 5;

  /** How long a killed publisher blocks readers from later records of others. */
  private static final int TRANSACTION_MILLIS = 10_000;

  private final HeadVersions versions;
  private final Map<String, Object> settings;

  /** Null after a failure, until it is reopened on demand. */
  private @Nullable KafkaProducer<String, byte[]> producer;

  /** Reads published versions back through {@code versions}, which the caller closes. */
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

  /** Opening it ends an open transaction of its predecessor: committed if decided, else aborted. */
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
   * Returns the version once the cluster has acknowledged it and it is active. If another publisher
   * was first with the same number, this one makes the next number, and restores the history entry
   * of the first.
   *
   * @param making makes the next version from those published so far
   * @throws UserError if it was published but cannot be read back in time
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
      if (versions.isActive(publication.head())) {
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

  /** Settles a transaction whose outcome is unknown, so that all records before it can be read. */
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

  /** Whether a retry would fail in the same way. */
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

  /** Sends records in one transaction; returns the position of the first. */
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
