package io.gazeshift.common.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes results together with the offsets of their input. After a {@link CommitAbortedException},
 * continue from the committed offsets; after any other exception, close this instance and open a
 * new one first.
 */
public interface Delivery extends AutoCloseable {

  /**
   * How long a step of a transaction may take before all is opened anew and redone. Where a broker
   * stands still, the client asks it until the cluster has noticed, each time for as long as {@link
   * KafkaAccess} waits for one answer; then the one that took over has to load what it took over.
   */
  int STEP_MILLIS = 40_000;

  /**
   * Returns when the cluster has all of the records, and where each of them stands. Any one thread.
   */
  List<RecordMetadata> deliver(
      List<ProducerRecord<String, byte[]>> records,
      Map<TopicPartition, OffsetAndMetadata> offsets,
      ConsumerGroupMetadata member);

  /** Commits offsets that {@link #deliver} left to the consumer, on the consumer's thread. */
  void settle(Consumer<?, ?> consumer);

  @Override
  void close();

  /** The same, and ends what a broker that was killed left open of transactions of this id. */
  static Delivery exactlyOnce(
      KafkaAccess kafka, Map<String, Object> properties, String transactionalId) {
    Delivery delivery = exactlyOnce(properties, transactionalId);
    HangingTransactions.end(kafka, transactionalId);
    return delivery;
  }

  /** Everything or nothing: records and offsets in one transaction. */
  static Delivery exactlyOnce(Map<String, Object> properties, String transactionalId) {
    Map<String, Object> settings = new HashMap<>(properties);
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    // Readers of committed records wait for an open transaction. If no producer returns under the
    // same id, they wait this long.
    settings.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
    Producer<String, byte[]> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    try {
      producer.initTransactions();
    } catch (KafkaException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
    return new ExactlyOnce(producer);
  }

  /** A crash between the two may repeat predictions, but loses none. */
  static Delivery atLeastOnce(Map<String, Object> properties) {
    return new AtLeastOnce(
        new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer()),
        WatchedProducer.deliveryTimeout(properties).multipliedBy(2));
  }

  private static List<RecordMetadata> places(List<Future<RecordMetadata>> sent, Duration patience) {
    List<RecordMetadata> places = new ArrayList<>();
    for (Future<RecordMetadata> acknowledgement : sent) {
      try {
        places.add(acknowledgement.get(patience.toMillis(), TimeUnit.MILLISECONDS));
      } catch (java.util.concurrent.TimeoutException e) {
        throw new KafkaException(
            "a record was neither written nor given up for %d s".formatted(patience.toSeconds()),
            e);
      } catch (ExecutionException e) {
        throw new KafkaException("could not write a record", e.getCause());
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    }
    return places;
  }

  /** By transaction. */
  record ExactlyOnce(Producer<String, byte[]> producer) implements Delivery {

    private static final int COMMIT_TRIES = 3;

    @Override
    public List<RecordMetadata> deliver(
        List<ProducerRecord<String, byte[]>> records,
        Map<TopicPartition, OffsetAndMetadata> offsets,
        ConsumerGroupMetadata member) {
      List<Future<RecordMetadata>> sent;
      producer.beginTransaction();
      try {
        sent = records.stream().map(producer::send).toList();
        producer.sendOffsetsToTransaction(offsets, member);
        commit();
      } catch (ProducerFencedException
          | OutOfOrderSequenceException
          | AuthorizationException
          | TimeoutException
          | InterruptException e) {
        // A producer that is lost, or a transaction whose end is not known: not ours to abort.
        throw e;
      } catch (KafkaException e) {
        producer.abortTransaction();
        throw new CommitAbortedException(e);
      }
      // All there: a record that fails fails the commit.
      return places(sent, Duration.ofMillis(STEP_MILLIS));
    }

    private void commit() {
      // A commit that timed out may only be tried again, never aborted: it may have happened.
      for (int attempt = 1; ; attempt++) {
        try {
          producer.commitTransaction();
          return;
        } catch (TimeoutException e) {
          if (attempt == COMMIT_TRIES) {
            throw e;
          }
        }
      }
    }

    /** The offsets went with the records. */
    @Override
    public void settle(Consumer<?, ?> consumer) {}

    /** What is open is aborted by the next producer of the same transactional id. */
    @Override
    public void close() {
      producer.close(Duration.ZERO);
    }
  }

  /** Records first, offsets after them. */
  final class AtLeastOnce implements Delivery {

    private final Producer<String, byte[]> producer;
    private final Duration patience;
    private final Map<TopicPartition, OffsetAndMetadata> delivered = new HashMap<>();

    /**
     * @param patience a producer whose thread has ended never completes a record
     */
    AtLeastOnce(Producer<String, byte[]> producer, Duration patience) {
      this.producer = producer;
      this.patience = patience;
    }

    @Override
    public List<RecordMetadata> deliver(
        List<ProducerRecord<String, byte[]>> records,
        Map<TopicPartition, OffsetAndMetadata> offsets,
        ConsumerGroupMetadata member) {
      List<Future<RecordMetadata>> sent = records.stream().map(producer::send).toList();
      List<RecordMetadata> places = places(sent, patience);
      synchronized (delivered) {
        delivered.putAll(offsets);
      }
      return places;
    }

    @Override
    public void settle(Consumer<?, ?> consumer) {
      Map<TopicPartition, OffsetAndMetadata> offsets;
      synchronized (delivered) {
        // What went to another member is that member's to predict again.
        delivered.keySet().retainAll(consumer.assignment());
        offsets = Map.copyOf(delivered);
        delivered.clear();
      }
      if (offsets.isEmpty()) {
        return;
      }
      try {
        consumer.commitSync(offsets);
      } catch (CommitFailedException | RebalanceInProgressException e) {
        throw new CommitAbortedException(e);
      }
    }

    /** What is still on its way belongs to no committed offset, and is predicted again. */
    @Override
    public void close() {
      producer.close(Duration.ZERO);
    }
  }
}
