package io.gazeshift.daemon.infer;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How results and the offsets they came from are written. After an exception nothing may be assumed
 * of the last call: close it, open another, and begin again from the committed offsets.
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
    settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
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

    @Override
    public void commit(
        List<ProducerRecord<String, byte[]>> records,
        Map<TopicPartition, OffsetAndMetadata> offsets,
        Consumer<?, ?> consumer) {
      producer.beginTransaction();
      records.forEach(producer::send);
      producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
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
        } catch (java.util.concurrent.ExecutionException e) {
          throw new KafkaException("a prediction could not be written", e.getCause());
        } catch (InterruptedException e) {
          throw new org.apache.kafka.common.errors.InterruptException(e);
        }
      }
      consumer.commitSync(offsets);
    }

    @Override
    public void close() {
      producer.close();
    }
  }
}
