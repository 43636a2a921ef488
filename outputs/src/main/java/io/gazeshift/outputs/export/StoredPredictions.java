package io.gazeshift.outputs.export;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.GazePrediction;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The committed predictions that Kafka has, up to now. */
public final class StoredPredictions {

  private static final Logger log = LoggerFactory.getLogger(StoredPredictions.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final KafkaAccess kafka;
  private final Optional<Instant> from;
  private final Optional<Instant> to;

  /**
   * @param from publication time of the first ones; empty: all that are kept
   * @param to those published before this time; empty: until now
   */
  public StoredPredictions(KafkaAccess kafka, Optional<Instant> from, Optional<Instant> to) {
    this.kafka = kafka;
    this.from = from;
    this.to = to;
  }

  /** Writes those that are wanted, in order for each camera; returns their number. */
  public long write(PredictionWriter writer, Predicate<GazePrediction> wanted) throws IOException {
    try (KafkaConsumer<String, byte[]> consumer =
        kafka.openConsumer(
            Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                // What was deleted meanwhile is not to be had, all after it is.
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"))) {
      List<TopicPartition> partitions = TopicPartitions.of(consumer, Topics.PREDICTIONS.name());
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
      to.ifPresent(time -> ends.putAll(offsets(consumer, partitions, time, ends)));
      Map<TopicPartition, Long> starts =
          from.map(time -> offsets(consumer, partitions, time, ends))
              .orElseGet(() -> consumer.beginningOffsets(partitions));
      starts.forEach(consumer::seek);
      long written = 0;
      long progressNanos = System.nanoTime();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          progressNanos = System.nanoTime();
        } else if (System.nanoTime() - progressNanos > PATIENCE.toNanos()) {
          throw new UserError(
              "Kafka has sent nothing for %d s; try again when it answers"
                  .formatted(PATIENCE.toSeconds()));
        }
        for (ConsumerRecord<String, byte[]> record : records) {
          TopicPartition partition = new TopicPartition(record.topic(), record.partition());
          Optional<GazePrediction> prediction =
              record.offset() < ends.getOrDefault(partition, 0L)
                  ? decoded(record)
                  : Optional.empty();
          if (prediction.filter(wanted).isPresent()) {
            writer.write(prediction.get());
            written++;
          }
        }
      }
      return written;
    }
  }

  /** The first offsets published at this time or later, or the ends. */
  private static Map<TopicPartition, Long> offsets(
      KafkaConsumer<String, byte[]> consumer,
      List<TopicPartition> partitions,
      Instant time,
      Map<TopicPartition, Long> ends) {
    Map<TopicPartition, OffsetAndTimestamp> found =
        consumer.offsetsForTimes(
            partitions.stream().collect(Collectors.toMap(p -> p, p -> time.toEpochMilli())));
    return partitions.stream()
        .collect(
            Collectors.toMap(
                partition -> partition,
                partition ->
                    Optional.ofNullable(found.get(partition))
                        .map(OffsetAndTimestamp::offset)
                        .orElse(ends.getOrDefault(partition, 0L))));
  }

  private static Optional<GazePrediction> decoded(ConsumerRecord<String, byte[]> record) {
    try {
      return Optional.of(RecordType.GAZE_PREDICTION.decode(record.value()));
    } catch (BadRecordException e) {
      log.warn(
          "{}, partition {}, offset {}: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
      return Optional.empty();
    }
  }
}
