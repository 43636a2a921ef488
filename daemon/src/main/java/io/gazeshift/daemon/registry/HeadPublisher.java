package io.gazeshift.daemon.registry;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Publishes versions in transactions of its own: for commands, and whoever has no transaction to
 * put them in. For one thread.
 */
public final class HeadPublisher implements AutoCloseable {

  private static final int ATTEMPTS = 5;

  /** For so long a publisher that was killed keeps readers from what others publish after it. */
  private static final int TRANSACTION_MILLIS = 10_000;

  private final HeadVersions versions;
  private final KafkaProducer<String, byte[]> producer;

  /** Reads back what it has published through these versions, which stay the caller's to close. */
  public HeadPublisher(KafkaAccess kafka, HeadVersions versions) {
    this.versions = versions;
    this.producer =
        new KafkaProducer<>(
            kafka.producerProperties(
                Map.of(
                    ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                    Topics.MODELS.maxMessageBytes(),
                    ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                    TRANSACTION_MILLIS,
                    ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                    "gazeshift-publish-" + UUID.randomUUID())),
            new StringSerializer(),
            new ByteArraySerializer());
    try {
      producer.initTransactions();
    } catch (RuntimeException e) {
      producer.close();
      throw e;
    }
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
    Optional<Publication> first = Optional.empty();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Publication publication = making.get();
      readBack(publication, send(publication, first));
      if (versions.isInForce(publication.head())) {
        return publication.head();
      }
      first = versions.find(publication.domain(), publication.version()).map(Publication::new);
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

  /** Gives a version that is not in force its place in the history, and nothing else. */
  public void keep(Publication earlier) {
    send(earlier, List.of(earlier.place()));
  }

  /** Returns where the record of gaze.models stands. */
  private RecordMetadata send(Publication publication, Optional<Publication> displaced) {
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>(publication.records());
    displaced.ifPresent(other -> records.add(other.place()));
    return send(publication, records);
  }

  /** In one transaction; returns where the first of them stands. */
  private RecordMetadata send(
      Publication publication, List<ProducerRecord<String, byte[]>> records) {
    producer.beginTransaction();
    try {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      records.forEach(record -> sent.add(producer.send(record)));
      producer.commitTransaction();
      return sent.get(0).get();
    } catch (KafkaException | ExecutionException e) {
      throw new KafkaException(
          "head %d of domain %s could not be published: %s"
              .formatted(publication.version(), publication.domain(), e.getMessage()),
          e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** A transaction that is still open is aborted. */
  @Override
  public void close() {
    producer.close();
  }
}
