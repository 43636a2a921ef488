package io.gazeshift.inference.events;

import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.EventState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The states that were stored with the events before, one for each partition of predictions and
 * each group. For one thread; the consumer belongs to the caller.
 */
final class StoredStates {

  private static final Logger log = LoggerFactory.getLogger(StoredStates.class);

  /** Longer than a transaction whose process died stays open, and hides what was stored after. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration POLL = Duration.ofMillis(100);

  /** The newest state is among the last records, so reading begins there. */
  private static final long FIRST_LOOK = 16;

  private final Consumer<String, byte[]> consumer;
  private final String group;
  private final LongSupplier nanoClock;
  private final int partitions;

  /**
   * @param group whose states these are: another group reads other predictions, or the same ones to
   *     another offset
   */
  StoredStates(Consumer<String, byte[]> consumer, String group, LongSupplier nanoClock) {
    this.consumer = consumer;
    this.group = group;
    this.nanoClock = nanoClock;
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
   * The newest states of some partitions of predictions. Each was stored together with the
   * committed offset, but a transaction of another process may hide it for a while. All are waited
   * for at the same time: the group waits no longer than that for its member.
   *
   * @param committed the offset of each partition, or -1 where there is none
   * @return without those for which there is none that belongs to the offset
   */
  Map<Integer, EventState> newest(Map<Integer, Long> committed) {
    long startNanos = nanoClock.getAsLong();
    Map<Integer, EventState> states = new HashMap<>();
    Map<Integer, Long> missing = new TreeMap<>(committed);
    while (true) {
      missing.entrySet().removeIf(each -> find(each.getKey(), each.getValue(), states));
      if (missing.isEmpty()) {
        return states;
      }
      if (nanoClock.getAsLong() - startNanos > PATIENCE.toNanos()) {
        missing.forEach(StoredStates::warnOfMissing);
        return states;
      }
      // Until something is written, or a while; it is read again from where it is needed.
      consumer.poll(POLL);
    }
  }

  private boolean find(int partition, long committed, Map<Integer, EventState> states) {
    Optional<EventState> found = newest(partition);
    boolean belongs = found.map(EventState::getNextOffset).orElse(-1L) >= committed;
    if (belongs) {
      found.ifPresent(state -> states.put(partition, state));
    }
    return belongs;
  }

  private static void warnOfMissing(int partition, long committed) {
    log.warn(
        "{}-{}: the state of its events at offset {} is missing from {}; they begin anew there",
        Topics.PREDICTIONS,
        partition,
        committed,
        Topics.EVENTS_STATE);
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

  private String key(int partition) {
    return group + "@" + partition;
  }
}
