package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the topics that every process reads in full: the events of all runs, and the requests of
 * the last minutes. For one thread.
 */
final class SharedTopics implements AutoCloseable {

  private final Consumer<String, byte[]> consumer;
  private final java.util.function.Consumer<ConsumerRecord<String, byte[]>> sink;
  private final List<TopicPartition> partitions;

  /**
   * @param consumer is closed with this, also if this fails
   * @param sink receives every record
   * @param now older requests than a requester waits for are not read
   */
  SharedTopics(
      Consumer<String, byte[]> consumer,
      java.util.function.Consumer<ConsumerRecord<String, byte[]>> sink,
      Instant now) {
    this.consumer = consumer;
    this.sink = sink;
    try {
      List<TopicPartition> requests = TopicPartitions.of(consumer, Topics.REQUESTS.name());
      List<TopicPartition> events = TopicPartitions.of(consumer, Topics.ADAPTATIONS.name());
      this.partitions = Stream.of(requests, events).flatMap(Collection::stream).toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(events);
      seekToRecent(requests, now);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void seekToRecent(List<TopicPartition> requests, Instant now) {
    long from = Math.max(0, now.minus(OpenRequests.PATIENCE).toEpochMilli());
    // Asked first, so that a request that is written meanwhile is read; seekToEnd would skip it.
    Map<TopicPartition, Long> ends = consumer.endOffsets(requests);
    consumer
        .offsetsForTimes(requests.stream().collect(Collectors.toMap(p -> p, p -> from)))
        .forEach(
            (partition, first) ->
                consumer.seek(
                    partition,
                    first == null ? Objects.requireNonNull(ends.get(partition)) : first.offset()));
  }

  /** Reads up to the current end of the topics. */
  void readToEnd() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      consumer.poll(Duration.ofMillis(100)).forEach(sink);
    }
  }

  /** Reads what has arrived, without waiting. */
  void poll() {
    consumer.poll(Duration.ZERO).forEach(sink);
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
  }
}
