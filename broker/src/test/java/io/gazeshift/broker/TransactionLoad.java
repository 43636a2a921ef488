package io.gazeshift.broker;

import static org.awaitility.Awaitility.await;

import io.gazeshift.protocol.Topics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * One that reads, works and writes as inference does, but does nothing else than commit: number n
 * goes to two topics and its offset to the group, in one transaction. After any failure it begins
 * anew where the committed offset says.
 */
final class TransactionLoad implements AutoCloseable {

  static final List<String> TOPICS = List.of(Topics.PREDICTIONS.name(), Topics.FEATURES.name());

  private static final TopicPartition SOURCE = new TopicPartition(Topics.FACES.name(), 0);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String bootstrap;
  private final String name;
  private final AtomicLong committed = new AtomicLong();
  private final Thread worker;
  private volatile boolean stopped;
  private volatile boolean anew;
  private volatile KafkaException failure;

  TransactionLoad(String bootstrap, String name) {
    this.bootstrap = bootstrap;
    this.name = name;
    this.worker = new Thread(this::work, name);
    worker.start();
  }

  /** How many it has committed so far, for all it knows. */
  long count() {
    return committed.get();
  }

  /**
   * After the transaction under way it shall go on as another process of its name: that one asks
   * for the committed offset, where the same producer's next commit would end what is left open.
   */
  void beginAnew() {
    anew = true;
  }

  /** Its name, and what went wrong last. */
  @Override
  public String toString() {
    return "%s: %d committed, last failure %s".formatted(name, count(), failure);
  }

  /** How many the cluster says that are committed. */
  long committedOffset() {
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      return committedOffset(consumer);
    }
  }

  /** Whether the last one is over in every partition. */
  boolean isComplete() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      return admin.describeTransactions(List.of(name)).all().get().get(name).state()
          == TransactionState.COMPLETE_COMMIT;
    }
  }

  /** The numbers that readers of committed records find in a topic, in order. */
  List<Long> committedNumbers(String topic) {
    List<Long> numbers = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      await("the end of " + topic)
          .atMost(PATIENCE)
          .until(
              () -> {
                consumer
                    .poll(Duration.ofMillis(100))
                    .forEach(
                        record -> {
                          if (record.key().equals(name)) {
                            numbers.add(ByteBuffer.wrap(record.value()).getLong());
                          }
                        });
                return ends.entrySet().stream()
                    .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
              });
    }
    return numbers;
  }

  /** Returns when the transaction under way is over. */
  @Override
  public void close() throws InterruptedException {
    stopped = true;
    worker.join();
  }

  private void work() {
    while (!stopped) {
      KafkaProducer<String, byte[]> producer = producer();
      try (KafkaConsumer<String, byte[]> consumer = consumer()) {
        producer.initTransactions();
        anew = false;
        for (long number = committedOffset(consumer); !stopped && !anew; number++) {
          commit(producer, number, consumer.groupMetadata());
          committed.incrementAndGet();
        }
      } catch (KafkaException e) {
        // The broker is away, or the end of the transaction is not known: the next one finds out.
        failure = e;
      } finally {
        producer.close(Duration.ZERO);
      }
    }
  }

  /** Waits while a transaction is open, and fails if it stays open. */
  private static long committedOffset(KafkaConsumer<String, byte[]> consumer) {
    OffsetAndMetadata offset = consumer.committed(Set.of(SOURCE), PATIENCE).get(SOURCE);
    return offset == null ? 0 : offset.offset();
  }

  private void commit(
      KafkaProducer<String, byte[]> producer, long number, ConsumerGroupMetadata group) {
    producer.beginTransaction();
    byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    for (String topic : TOPICS) {
      var unused = producer.send(new ProducerRecord<>(topic, name, value));
    }
    producer.sendOffsetsToTransaction(Map.of(SOURCE, new OffsetAndMetadata(number + 1)), group);
    producer.commitTransaction();
  }

  /** Of committed records, and of no member: it only names the group. */
  private KafkaConsumer<String, byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.GROUP_ID_CONFIG,
            name,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest"),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  private KafkaProducer<String, byte[]> producer() {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            name,
            ProducerConfig.RETRY_BACKOFF_MS_CONFIG,
            5,
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            60_000),
        new StringSerializer(),
        new ByteArraySerializer());
  }
}
