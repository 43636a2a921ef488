package io.gazeshift.daemon.swap;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads gaze.models: committed records only, every partition, and no consumer group, so that every
 * process sees every head. For one thread, except {@link #wakeup}.
 */
final class ModelsReader implements AutoCloseable {

  private final KafkaConsumer<String, byte[]> consumer;
  private final List<TopicPartition> partitions;

  /** Begins after the records that were read before, or at the beginning. */
  ModelsReader(KafkaAccess kafka, Map<TopicPartition, Long> positions) {
    consumer =
        new KafkaConsumer<>(
            kafka.consumerProperties(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest")),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    try {
      partitions =
          consumer.partitionsFor(Topics.MODELS.name()).stream()
              .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      positions.forEach(consumer::seek);
    } catch (RuntimeException e) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
      throw e;
    }
  }

  /** Where the committed records end now. */
  Map<TopicPartition, Long> ends() {
    return consumer.endOffsets(partitions);
  }

  boolean hasReached(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** Reads up to where the records end now. */
  void readToEnd(Consumer<ConsumerRecord<String, byte[]>> each) {
    Map<TopicPartition, Long> ends = ends();
    while (!hasReached(ends)) {
      poll(Duration.ofMillis(100), each);
    }
  }

  void poll(Duration patience, Consumer<ConsumerRecord<String, byte[]>> each) {
    consumer.poll(patience).forEach(each);
  }

  /** Ends a wait with a WakeupException, from any thread. */
  void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
