package io.gazeshift.inference.events;

import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.EventState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The states that were stored with the events before, one for each partition of predictions. For
 * one thread; the consumer belongs to the caller.
 */
final class StoredStates {

  private static final Logger log = LoggerFactory.getLogger(StoredStates.class);

  /** Longer than a transaction whose process died stays open, and hides what was stored after. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration POLL = Duration.ofMillis(100);

  /** The newest state is among the last records, so reading begins there. */
  private static final long FIRST_LOOK = 16;

  private final Consumer<String, byte[]> consumer;
  private final int partitions;

  StoredStates(Consumer<String, byte[]> consumer) {
    this.consumer = consumer;
    this.partitions = consumer.partitionsFor(Topics.EVENTS_STATE.name()).size();
  }

  /** The record that stores a state. */
  ProducerRecord<String, byte[]> record(EventState state) {
    return new ProducerRecord<>(
        Topics.EVENTS_STATE.name(),
        place(state.getPartition()).partition(),
        key(state.getPartition()),
        RecordType.EVENT_STATE.encode(state));
  }

  /**
   * The newest state of a partition of predictions. It was stored together with the committed
   * offset, but a transaction of another process may hide it for a while.
   *
   * @param committed the offset, or -1 where there is none
   * @return empty where there is none that belongs to the offset
   */
  Optional<EventState> newest(int partition, long committed) {
    long startNanos = System.nanoTime();
    while (true) {
      Optional<EventState> found = newest(partition);
      if (found.map(EventState::getNextOffset).orElse(-1L) >= committed) {
        return found;
      }
      if (System.nanoTime() - startNanos > PATIENCE.toNanos()) {
        log.warn(
            "{}-{}: the state of its events at offset {} is missing from {}; they begin anew there",
            Topics.PREDICTIONS,
            partition,
            committed,
            Topics.EVENTS_STATE);
        return Optional.empty();
      }
    }
  }

  private Optional<EventState> newest(int partition) {
    TopicPartition place = place(partition);
    List<TopicPartition> only = List.of(place);
    consumer.assign(only);
    long begin = Objects.requireNonNull(consumer.beginningOffsets(only).get(place));
    long end = Objects.requireNonNull(consumer.endOffsets(only).get(place));
    long look = FIRST_LOOK;
    while (true) {
      long from = Math.max(begin, end - look);
      Optional<EventState> found = newest(key(partition), place, from, end);
      if (found.isPresent() || from == begin) {
        return found;
      }
      look *= FIRST_LOOK;
    }
  }

  private Optional<EventState> newest(String key, TopicPartition place, long from, long end) {
    Optional<EventState> newest = Optional.empty();
    consumer.seek(place, from);
    while (consumer.position(place) < end) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
        if (key.equals(record.key())) {
          newest = read(record);
        }
      }
    }
    return newest;
  }

  private static Optional<EventState> read(ConsumerRecord<String, byte[]> record) {
    try {
      return Optional.of(RecordType.EVENT_STATE.decode(record.value()));
    } catch (BadRecordException e) {
      log.warn(
          "{}-{}, offset {}: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
      return Optional.empty();
    }
  }

  private TopicPartition place(int partition) {
    return new TopicPartition(Topics.EVENTS_STATE.name(), partition % partitions);
  }

  private static String key(int partition) {
    return Integer.toString(partition);
  }
}
