package io.gazeshift.inference.events;

import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.VehicleSpeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Kafka's own consumer for tests, with the times of records, over a topic of speeds. */
final class SpeedTopic extends MockConsumer<String, byte[]> {

  private static final String NAME = Topics.SPEED.name();
  private static final TopicPartition PARTITION = new TopicPartition(NAME, 0);
  private static final int KAFKAS_MOST_POLLED = 500;

  private final List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
  private Optional<KafkaException> failure = Optional.empty();
  private Runnable polled = () -> {};

  SpeedTopic() {
    super("earliest");
    setMaxPollRecords(KAFKAS_MOST_POLLED);
    updatePartitions(NAME, List.of(new PartitionInfo(NAME, 0, null, null, null)));
  }

  /** Nothing has created it yet. */
  SpeedTopic missing() {
    updatePartitions(NAME, List.of());
    return this;
  }

  SpeedTopic failing(KafkaException with) {
    failure = Optional.of(with);
    return this;
  }

  /** Has speeds, and gives none. */
  void silent(boolean isSilent) {
    if (isSilent) {
      pause(List.of(PARTITION));
    } else {
      resume(List.of(PARTITION));
    }
  }

  /** Runs before each poll. */
  SpeedTopic whenPolled(Runnable task) {
    polled = task;
    return this;
  }

  /** The broker got it as soon as it was measured. */
  SpeedTopic add(String domain, long millis, double kmh) {
    VehicleSpeed speed =
        VehicleSpeed.newBuilder()
            .setDomain(domain)
            .setMeasuredMicros(1000 * millis)
            .setKmh((float) kmh)
            .build();
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>(
            NAME,
            0,
            records.size(),
            millis,
            TimestampType.LOG_APPEND_TIME,
            0,
            0,
            domain,
            RecordType.VEHICLE_SPEED.encode(speed),
            new RecordHeaders(),
            Optional.empty());
    records.add(record);
    if (assignment().contains(PARTITION)) {
      updateEndOffsets(Map.of(PARTITION, (long) records.size()));
      addRecord(record);
    }
    return this;
  }

  @Override
  public synchronized List<PartitionInfo> partitionsFor(String topic) {
    failure.ifPresent(
        with -> {
          throw with;
        });
    return super.partitionsFor(topic);
  }

  @Override
  public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
      Map<TopicPartition, Long> times) {
    Map<TopicPartition, OffsetAndTimestamp> places = new HashMap<>();
    times.forEach(
        (partition, millis) -> {
          if (millis < 0) {
            throw new IllegalArgumentException("the target time cannot be negative: " + millis);
          }
          records.stream()
              .filter(record -> record.timestamp() >= millis)
              .findFirst()
              .ifPresent(
                  record ->
                      places.put(
                          partition, new OffsetAndTimestamp(record.offset(), record.timestamp())));
        });
    return places;
  }

  @Override
  public synchronized void assign(Collection<TopicPartition> partitions) {
    super.assign(partitions);
    updateBeginningOffsets(Map.of(PARTITION, 0L));
    updateEndOffsets(Map.of(PARTITION, (long) records.size()));
    records.forEach(this::addRecord);
  }

  @Override
  public synchronized ConsumerRecords<String, byte[]> poll(Duration timeout) {
    polled.run();
    return super.poll(timeout);
  }
}
