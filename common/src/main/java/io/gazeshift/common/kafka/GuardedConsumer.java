package io.gazeshift.common.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer that unpacks one record at a time and writes its place to the {@link CrashMarker}
 * first, so that a record that ends the process is known by its place. In the place of a record
 * that ended processes before, it returns a {@link SteppedOver} record. Once the marker no longer
 * watches, it does so only in partitions that have such a record ahead.
 */
final class GuardedConsumer extends KafkaConsumer<String, byte[]> {

  private static final Logger log = LoggerFactory.getLogger(GuardedConsumer.class);

  /** The partitions are fetched one after another, so an empty one must not hold up the others. */
  private static final int FETCH_WAIT_MILLIS = 10;

  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(FETCH_WAIT_MILLIS);

  /** How long to wait for a record that is known to be there, or for the news that it is. */
  private static final Duration ANSWER = Duration.ofMillis(500);

  private final int mostRecords;
  private final CrashMarker marker;
  private final Optional<CrashMarker.Reader> reader;
  private final Set<TopicPartition> held = new HashSet<>();

  /** Partitions whose end was asked for since this consumer got them. */
  private final Set<TopicPartition> known = new HashSet<>();

  /** Partitions that were asked whether they still have what processes died of. */
  private final Set<TopicPartition> checked = new HashSet<>();

  /** Partitions of which this consumer has not yet read what was there when it got them. */
  private final Map<TopicPartition, Long> unread = new HashMap<>();

  private final GatheredRecords gathered = new GatheredRecords();
  private Map<TopicPartition, Long> ends = Map.of();
  private long askedNanos;
  private boolean polling;
  private int turn;

  GuardedConsumer(Map<String, Object> properties, CrashMarker marker) {
    super(
        oneAtATime(properties, marker.isWatching()),
        new StringDeserializer(),
        new ByteArrayDeserializer());
    this.mostRecords = mostRecords(properties);
    this.marker = marker;
    this.reader = marker.newReader();
  }

  private static Map<String, Object> oneAtATime(Map<String, Object> properties, boolean all) {
    Map<String, Object> settings = new HashMap<>(properties);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    if (all) {
      settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    }
    return settings;
  }

  private static int mostRecords(Map<String, Object> properties) {
    String name = ConsumerConfig.MAX_POLL_RECORDS_CONFIG;
    Object most = properties.getOrDefault(name, ConsumerConfig.DEFAULT_MAX_POLL_RECORDS);
    return (int) Objects.requireNonNull(ConfigDef.parseType(name, most, ConfigDef.Type.INT));
  }

  @Override
  public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
    super.subscribe(topics, new HoldingListener(listener));
  }

  @Override
  public ConsumerRecords<String, byte[]> poll(Duration timeout) {
    try {
      ConsumerRecords<String, byte[]> some = pollNext(timeout);
      while (!some.isEmpty()) {
        gathered.add(some);
        some = gathered.count() < mostRecords ? pollNext(Duration.ZERO) : ConsumerRecords.empty();
      }
      return gathered.take();
    } catch (RuntimeException e) {
      // The caller does not get what was gathered, so it must be read again.
      gathered
          .firstOffsets()
          .forEach(
              (partition, first) -> {
                if (assignment().contains(partition)) {
                  seek(partition, first);
                }
              });
      gathered.take();
      throw e;
    }
  }

  /** One record, or none. */
  private ConsumerRecords<String, byte[]> pollNext(Duration timeout) {
    long endNanos = System.nanoTime() + timeout.toNanos();
    polling = true;
    try {
      while (true) {
        hold(guarded());
        ConsumerRecords<String, byte[]> records = round();
        if (!records.isEmpty()) {
          return records;
        }
        boolean goesOn = marker.isWatching() || !held.isEmpty();
        Duration left = Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
        // Joins the group, and keeps it. Returns nothing of partitions that are held.
        records = super.poll(goesOn && left.compareTo(BETWEEN_ROUNDS) > 0 ? BETWEEN_ROUNDS : left);
        if (!records.isEmpty() || !goesOn || System.nanoTime() - endNanos >= 0) {
          return records;
        }
      }
    } finally {
      polling = false;
      held.retainAll(assignment());
      super.resume(held);
      held.clear();
    }
  }

  /** Those of which each record must be looked at; not those that the caller has paused. */
  private Collection<TopicPartition> guarded() {
    Set<TopicPartition> open = new HashSet<>(assignment());
    open.removeAll(paused());
    forgetWhatIsGone(open);
    if (!marker.isWatching()) {
      open.removeIf(partition -> !mayHaveSuspectAhead(partition));
    }
    return open;
  }

  private boolean mayHaveSuspectAhead(TopicPartition partition) {
    if (!marker.hasSuspects(partition)) {
      return false;
    }
    try {
      return marker.hasSuspectAhead(partition, position(partition, ANSWER));
    } catch (TimeoutException e) {
      return true;
    }
  }

  /** Once for each partition that this consumer gets. */
  private void forgetWhatIsGone(Set<TopicPartition> open) {
    Set<TopicPartition> suspected = new HashSet<>(open);
    suspected.removeIf(partition -> checked.contains(partition) || !marker.hasSuspects(partition));
    if (suspected.isEmpty()) {
      return;
    }
    try {
      Map<TopicPartition, Long> beginnings = beginningOffsets(suspected, ANSWER);
      endOffsets(suspected, ANSWER)
          .forEach(
              (partition, end) ->
                  marker.forgetOutside(partition, beginnings.getOrDefault(partition, 0L), end));
      checked.addAll(suspected);
    } catch (TimeoutException e) {
      log.debug("cannot ask yet whether a record is still there", e);
    }
  }

  private void hold(Collection<TopicPartition> partitions) {
    super.pause(partitions);
    held.addAll(partitions);
  }

  private ConsumerRecords<String, byte[]> round() {
    askForEnds();
    List<TopicPartition> partitions = new ArrayList<>(held);
    for (int i = 0; i < partitions.size(); i++) {
      TopicPartition partition = partitions.get(turn++ % partitions.size());
      if (assignment().contains(partition)
          && position(partition) < ends.getOrDefault(partition, 0L)) {
        ConsumerRecords<String, byte[]> records = pollOne(partition);
        if (!records.isEmpty()) {
          return records;
        }
      }
    }
    return ConsumerRecords.empty();
  }

  /** Which partitions have something to read, without reading it; not for every record anew. */
  private void askForEnds() {
    boolean recent = System.nanoTime() - askedNanos < BETWEEN_ROUNDS.toNanos();
    if (held.isEmpty() || (recent && ends.keySet().containsAll(held))) {
      return;
    }
    try {
      ends = endOffsets(held, ANSWER);
      noteProgress();
    } catch (TimeoutException e) {
      // No broker answers; poll keeps looking for one.
      ends = Map.of();
    }
    askedNanos = System.nanoTime();
  }

  /** What was there when a partition came has to be read; what comes later does not count. */
  private void noteProgress() {
    ends.forEach(
        (partition, end) -> {
          if (known.add(partition)) {
            unread.put(partition, end);
          }
        });
    unread
        .entrySet()
        .removeIf(
            left ->
                assignment().contains(left.getKey()) && position(left.getKey()) >= left.getValue());
    reader.ifPresent(line -> line.isBehind(!unread.isEmpty()));
  }

  private void drop(Collection<TopicPartition> partitions) {
    gathered.drop(partitions);
    held.removeAll(partitions);
    known.removeAll(partitions);
    checked.removeAll(partitions);
    unread.keySet().removeAll(partitions);
  }

  private ConsumerRecords<String, byte[]> pollOne(TopicPartition partition) {
    long position = position(partition);
    Optional<Long> next = marker.stepOver(partition, position);
    if (next.isPresent()) {
      return steppedOver(partition, position, next.get());
    }
    super.resume(List.of(partition));
    try {
      reader.ifPresent(line -> line.reads(new RecordPlace(partition, position)));
      return super.poll(ANSWER);
    } finally {
      reader.ifPresent(CrashMarker.Reader::isDone);
      if (assignment().contains(partition)) {
        super.pause(List.of(partition));
      }
    }
  }

  private ConsumerRecords<String, byte[]> steppedOver(
      TopicPartition partition, long position, long next) {
    log.error(
        "{}: stepping over offset {}{}: processes died reading it",
        partition,
        position,
        next == position + 1 ? "" : " to " + (next - 1));
    seek(partition, next);
    ConsumerRecord<String, byte[]> record = SteppedOver.record(partition, next - 1);
    return new ConsumerRecords<>(
        Map.of(partition, List.of(record)), Map.of(partition, new OffsetAndMetadata(next)));
  }

  @Override
  public void close(CloseOptions options) {
    reader.ifPresent(CrashMarker.Reader::close);
    super.close(options);
  }

  @Override
  public void close() {
    reader.ifPresent(CrashMarker.Reader::close);
    super.close();
  }

  /** Partitions that come while others are held must not be read by chance. */
  private final class HoldingListener implements ConsumerRebalanceListener {

    private final ConsumerRebalanceListener inner;

    HoldingListener(ConsumerRebalanceListener inner) {
      this.inner = inner;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      if (polling) {
        hold(partitions);
      }
      inner.onPartitionsAssigned(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      drop(partitions);
      inner.onPartitionsRevoked(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      drop(partitions);
      inner.onPartitionsLost(partitions);
    }
  }
}
