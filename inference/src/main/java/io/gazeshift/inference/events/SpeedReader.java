package io.gazeshift.inference.events;

import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.VehicleSpeed;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the speeds of vehicles as far as predictions are read, and no further: the broker stamps
 * both by its clock. For one thread. The consumer is the caller's to close.
 */
final class SpeedReader {

  private static final Logger log = LoggerFactory.getLogger(SpeedReader.class);

  private static final Duration POLL = Duration.ofMillis(20);

  /** How long predictions wait for speeds at most, each time. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** The same for the first ones, which wait for minutes of speeds. */
  private static final Duration PATIENCE_AT_FIRST = Duration.ofSeconds(10);

  /** Measured later than the broker got it: the logger's clock is wrong. */
  private static final Duration MOST_AHEAD = Duration.ofSeconds(5);

  /** To begin anew costs minutes of speeds, so a little is passed over. */
  private static final Duration LEAST_BACK = Duration.ofSeconds(30);

  private final Consumer<String, byte[]> consumer;
  private final SpeedHistory history;
  private final EventMeters meters;
  private final LongSupplier nanoClock;
  private List<TopicPartition> partitions = List.of();
  private long beganMillis = Long.MAX_VALUE;

  /** When the broker got the last speed that was read, in each partition. */
  private final Map<TopicPartition, Long> readMillis = new HashMap<>();

  /** Waited for in vain: until a broker answers again, predictions do not wait for it. */
  private boolean silent;

  SpeedReader(
      Consumer<String, byte[]> consumer,
      SpeedHistory history,
      EventMeters meters,
      LongSupplier nanoClock) {
    this.consumer = consumer;
    this.history = history;
    this.meters = meters;
    this.nanoClock = nanoClock;
  }

  /**
   * Reads what the broker got before some predictions.
   *
   * @param firstMillis when the broker got the first of them
   * @param lastMillis when it got the last one
   */
  void readFor(long firstMillis, long lastMillis) {
    Duration patience = silent ? Duration.ZERO : PATIENCE;
    if (beganMillis == Long.MAX_VALUE || firstMillis < beganMillis - LEAST_BACK.toMillis()) {
      begin(firstMillis);
      patience = PATIENCE_AT_FIRST;
    }
    history.keepBefore(firstMillis);
    if (partitions.stream().noneMatch(each -> isBehind(each, lastMillis))) {
      return;
    }
    long startNanos = nanoClock.getAsLong();
    boolean got = take(Duration.ZERO);
    boolean waits = isMissing(lastMillis);
    while (waits && nanoClock.getAsLong() - startNanos < patience.toNanos()) {
      got |= take(POLL);
      waits = isMissing(lastMillis);
    }
    if (waits && !got && !silent) {
      meters.speedsFailed();
      log.debug("{} gave no speeds for {} s", Topics.SPEED.name(), patience.toSeconds());
    }
    silent = waits && !got;
  }

  /**
   * While no prediction waits to be read: so that it is known how far behind this reader is when
   * they come.
   */
  void keepUp() {
    if (partitions.isEmpty()) {
      return; // Not begun, and a consumer of nothing cannot be polled.
    }
    boolean unused = take(Duration.ZERO);
    readMillis.values().stream().mapToLong(each -> each).max().ifPresent(history::keepBefore);
  }

  private void begin(long millis) {
    partitions = TopicPartitions.of(consumer, Topics.SPEED.name());
    if (partitions.isEmpty()) {
      throw new UnknownTopicOrPartitionException("there is no topic " + Topics.SPEED.name());
    }
    beganMillis = millis;
    readMillis.clear();
    history.clear();
    // An assigned partition would take the places found for its end, and so be at its end there.
    consumer.unsubscribe();
    long from = Math.max(0, millis - SpeedHistory.KEPT.toMillis());
    Map<TopicPartition, OffsetAndTimestamp> places =
        consumer.offsetsForTimes(
            partitions.stream().collect(Collectors.toMap(each -> each, each -> from)));
    consumer.assign(partitions);
    for (TopicPartition partition : partitions) {
      OffsetAndTimestamp place = places.get(partition);
      if (place == null) {
        consumer.seekToEnd(List.of(partition));
      } else {
        consumer.seek(partition, place.offset());
      }
    }
  }

  /** Whether speeds are still to come that the broker got before. */
  private boolean isMissing(long millis) {
    return partitions.stream().anyMatch(each -> isBehind(each, millis) && !isAtEnd(each));
  }

  private boolean isBehind(TopicPartition partition, long millis) {
    return readMillis.getOrDefault(partition, Long.MIN_VALUE) <= millis;
  }

  private boolean isAtEnd(TopicPartition partition) {
    return consumer.currentLag(partition).orElse(1) == 0;
  }

  /** Answers whether there was any. */
  private boolean take(Duration timeout) {
    ConsumerRecords<String, byte[]> polled = consumer.poll(timeout);
    for (ConsumerRecord<String, byte[]> record : polled) {
      readMillis.merge(
          new TopicPartition(record.topic(), record.partition()), record.timestamp(), Math::max);
      try {
        VehicleSpeed speed = RecordType.VEHICLE_SPEED.decode(record.value());
        if (isInTime(speed, record.timestamp())) {
          history.add(speed.getDomain(), speed.getMeasuredMicros(), speed.getKmh());
        } else {
          reject(record, "its measured_micros is not of when the broker got it; set the clock");
        }
      } catch (BadRecordException e) {
        reject(record, Objects.requireNonNullElse(e.getMessage(), "it cannot be read"));
      }
    }
    return !polled.isEmpty();
  }

  /** A time in the future would stand for all that are measured until then. */
  private static boolean isInTime(VehicleSpeed speed, long gotMillis) {
    long measuredMillis = speed.getMeasuredMicros() / 1000;
    return measuredMillis <= gotMillis + MOST_AHEAD.toMillis()
        && measuredMillis >= gotMillis - SpeedHistory.KEPT.toMillis();
  }

  private void reject(ConsumerRecord<String, byte[]> record, String why) {
    meters.speedRejected();
    log.debug("{}-{}, offset {}: {}", record.topic(), record.partition(), record.offset(), why);
  }
}
