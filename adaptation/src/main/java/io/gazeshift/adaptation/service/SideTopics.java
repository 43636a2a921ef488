package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.adaptation.publish.AdaptClients;
import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every process reads whole: the events of all runs, and the requests of the last minutes. For
 * one thread.
 */
final class SideTopics implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(SideTopics.class);

  private final KafkaConsumer<String, byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final PastRuns runs;
  private final OpenRequests requests;
  private final AdaptMeters meters;
  private final RejectionLog refusals;

  /**
   * @param clock only requests that somebody may still wait for by it are read
   */
  SideTopics(
      AdaptClients clients,
      PastRuns runs,
      OpenRequests requests,
      InstantSource clock,
      AdaptMeters meters) {
    this.runs = runs;
    this.requests = requests;
    this.meters = meters;
    this.refusals = new RejectionLog(clock, "passed over", log::warn);
    this.consumer = clients.openReader();
    try {
      List<TopicPartition> asked = partitionsOf(Topics.REQUESTS.name());
      List<TopicPartition> told = partitionsOf(Topics.ADAPTATIONS.name());
      this.partitions = Stream.of(asked, told).flatMap(Collection::stream).toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(told);
      seekToRecent(asked, clock.instant());
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private List<TopicPartition> partitionsOf(String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }

  private void seekToRecent(List<TopicPartition> asked, Instant now) {
    long from = Math.max(0, now.minus(OpenRequests.PATIENCE).toEpochMilli());
    consumer
        .offsetsForTimes(asked.stream().collect(Collectors.toMap(p -> p, p -> from)))
        .forEach(
            (partition, first) -> {
              if (first == null) {
                consumer.seekToEnd(List.of(partition));
              } else {
                consumer.seek(partition, first.offset());
              }
            });
  }

  /** Reads what is there by now. */
  void readToEnd() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      consumer.poll(Duration.ofMillis(100)).forEach(this::take);
    }
  }

  /** Reads what has arrived already. */
  void poll() {
    consumer.poll(Duration.ZERO).forEach(this::take);
  }

  private void take(ConsumerRecord<String, byte[]> record) {
    try {
      if (record.topic().equals(Topics.REQUESTS.name())) {
        requests.add(
            RecordType.ADAPTATION_REQUEST.decode(record.value()),
            Instant.ofEpochMilli(record.timestamp()));
      } else {
        var event = RecordType.ADAPTATION_EVENT.decode(record.value());
        runs.note(event);
        requests.note(event);
      }
    } catch (BadRecordException e) {
      meters.unreadable(record.topic(), e.reason());
      // Anybody who may write there may write many, and all are read at every start.
      refusals.rejected(
          "%s, %s".formatted(record.topic(), e.reason()),
          "offset %d, %s".formatted(record.offset(), e.getMessage()));
    }
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
  }
}
