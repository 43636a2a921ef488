package io.gazeshift.inference.heads;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads a topic of heads: committed records only, every partition, and no consumer group, so that
 * every process sees every head. For one thread, except {@link #wakeup}.
 */
public final class HeadTopicReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<String, byte[]> consumer;
  private final List<TopicPartition> partitions;

  /** Where a record stands. */
  public record Place(TopicPartition partition, long offset) {

    public static Place of(RecordMetadata sent) {
      return new Place(new TopicPartition(sent.topic(), sent.partition()), sent.offset());
    }

    public static Place of(ConsumerRecord<?, ?> record) {
      return new Place(new TopicPartition(record.topic(), record.partition()), record.offset());
    }
  }

  /** For followers: starts after the records that were read before. */
  public static HeadTopicReader following(
      KafkaAccess kafka, Topic topic, Map<TopicPartition, Long> positions) {
    return new HeadTopicReader(
        kafka,
        topic,
        positions,
        Duration.ofMillis(500),
        Map.of(ConsumerConfig.CLIENT_ID_CONFIG, "heads"));
  }

  /** For occasional readers: starts at the beginning. */
  public static HeadTopicReader asked(KafkaAccess kafka, Topic topic) {
    // A question must not wait for the end of the one before, to which there was no answer yet.
    return new HeadTopicReader(kafka, topic, Map.of(), Duration.ofMillis(5), Map.of());
  }

  private HeadTopicReader(
      KafkaAccess kafka,
      Topic topic,
      Map<TopicPartition, Long> positions,
      Duration longestFetch,
      Map<String, String> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) longestFetch.toMillis());
    consumer = kafka.openConsumer(settings);
    try {
      partitions = TopicPartitions.of(consumer, topic.name());
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      positions.forEach(consumer::seek);
    } catch (RuntimeException e) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
      throw e;
    }
  }

  /** Where the committed records end now. */
  public Map<TopicPartition, Long> ends() {
    return consumer.endOffsets(partitions);
  }

  public boolean hasReached(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** Reads up to where the records end now. */
  public void readToEnd(Consumer<ConsumerRecord<String, byte[]>> each) {
    Map<TopicPartition, Long> ends = ends();
    while (!hasReached(ends)) {
      poll(POLL, each);
    }
  }

  /**
   * Reads up to a record of this topic and past it.
   *
   * @throws TimeoutException where it does not come
   */
  public void readPast(
      Place place, Duration patience, Consumer<ConsumerRecord<String, byte[]>> each) {
    long startNanos = System.nanoTime();
    while (consumer.position(place.partition) <= place.offset) {
      if (System.nanoTime() - startNanos > patience.toNanos()) {
        throw new TimeoutException("%s cannot be read yet".formatted(place));
      }
      poll(POLL, each);
    }
  }

  public void poll(Duration patience, Consumer<ConsumerRecord<String, byte[]>> each) {
    consumer.poll(patience).forEach(each);
  }

  /** One record by its place, unless it was compacted away; reading goes on where it was. */
  public Optional<ConsumerRecord<String, byte[]>> at(Place place) {
    TopicPartition partition = place.partition;
    long back = consumer.position(partition);
    List<TopicPartition> others = partitions.stream().filter(p -> !p.equals(partition)).toList();
    consumer.pause(others);
    try {
      consumer.seek(partition, place.offset);
      while (consumer.position(partition) <= place.offset) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL).records(partition)) {
          if (record.offset() == place.offset) {
            return Optional.of(record);
          }
        }
      }
      return Optional.empty();
    } finally {
      consumer.seek(partition, back);
      consumer.resume(others);
    }
  }

  /** Ends a wait with a WakeupException, from any thread. */
  public void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
