package io.gazeshift.daemon.infer;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
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
 * How results and the offsets they came from are written. After a {@link CommitAbortedException} go
 * back to the committed offsets and go on; after any other, close it and open another first.
 */
interface Delivery extends AutoCloseable {

  /** Returns when the records and the offsets are committed. */
  void commit(
      List<ProducerRecord<String, byte[]>> records,
      Map<TopicPartition, OffsetAndMetadata> offsets,
      Consumer<?, ?> consumer);

  @Override
  void close();

  /** Everything or nothing: records and offsets in one transaction. */
  static Delivery exactlyOnce(Map<String, Object> properties, String transactionalId) {
    Map<String, Object> settings = new HashMap<>(properties);
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    // Readers of committed records wait for an open transaction; a crashed one must not hold
    // them for a minute.
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
        new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer()));
  }

  /** By transaction. */
  record ExactlyOnce(Producer<String, byte[]> producer) implements Delivery {

    private static final int COMMIT_TRIES = 3;

    @SuppressWarnings("FutureReturnValueIgnored") // A record that fails fails the commit.
    @Override
    public void commit(
        List<ProducerRecord<String, byte[]>> records,
        Map<TopicPartition, OffsetAndMetadata> offsets,
        Consumer<?, ?> consumer) {
      producer.beginTransaction();
      try {
        records.forEach(producer::send);
        producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
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

    /** What is open is aborted by the next producer of the same transactional id. */
    @Override
    public void close() {
      producer.close(Duration.ZERO);
    }
  }

  /** Records first, offsets after them. */
  record AtLeastOnce(Producer<String, byte[]> producer) implements Delivery {

    @Override
    public void commit(
        List<ProducerRecord<String, byte[]>> records,
        Map<TopicPartition, OffsetAndMetadata> offsets,
        Consumer<?, ?> consumer) {
      var sent = records.stream().map(producer::send).toList();
      producer.flush();
      for (var acknowledgement : sent) {
        try {
          acknowledgement.get();
        } catch (ExecutionException e) {
          throw new KafkaException("a prediction could not be written", e.getCause());
        } catch (InterruptedException e) {
          throw new InterruptException(e);
        }
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
