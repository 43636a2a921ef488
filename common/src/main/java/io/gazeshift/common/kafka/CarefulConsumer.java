package io.gazeshift.common.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer that unpacks one record at a time and writes its place to the {@link CrashMarker}
 * first, so that a record that ends the process is known by its place. In the place of a record
 * that ended processes before, it returns a {@link SteppedOver} record. Once the marker no longer
 * asks for care, it reads without looking, though still one record at a time.
 */
final class CarefulConsumer extends KafkaConsumer<String, byte[]> {

  private static final Logger log = LoggerFactory.getLogger(CarefulConsumer.class);

  /** The partitions are fetched one after another, so an empty one must not hold up the others. */
  private static final int FETCH_WAIT_MILLIS = 10;

  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(FETCH_WAIT_MILLIS);

  /** How long to wait for a record that is known to be there, or for the news that it is. */
  private static final Duration ANSWER = Duration.ofMillis(500);

  private final CrashMarker marker;
  private final Optional<CrashMarker.Reader> reader;
  private final Set<TopicPartition> held = new HashSet<>();
  private Map<TopicPartition, Long> ends = Map.of();
  private long askedNanos;
  private boolean polling;
  private int turn;

  CarefulConsumer(Map<String, Object> properties, CrashMarker marker) {
    super(oneAtATime(properties), new StringDeserializer(), new ByteArrayDeserializer());
    this.marker = marker;
    this.reader = marker.newReader();
  }

  private static Map<String, Object> oneAtATime(Map<String, Object> properties) {
    Map<String, Object> settings = new HashMap<>(properties);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    return settings;
  }

  @Override
  public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
    super.subscribe(topics, new HoldingListener(listener));
  }

  @Override
  public ConsumerRecords<String, byte[]> poll(Duration timeout) {
    if (!marker.careful()) {
      return super.poll(timeout);
    }
    long startNanos = System.nanoTime();
    polling = true;
    try {
      while (true) {
        hold(open());
        ConsumerRecords<String, byte[]> records = round();
        Duration left = timeout.minusNanos(System.nanoTime() - startNanos);
        if (!records.isEmpty() || left.isNegative() || left.isZero()) {
          return records;
        }
        // Joins the group, and keeps it. Returns nothing, for every partition is held.
        ConsumerRecords<String, byte[]> unexpected =
            super.poll(left.compareTo(BETWEEN_ROUNDS) < 0 ? left : BETWEEN_ROUNDS);
        if (!unexpected.isEmpty()) {
          return unexpected;
        }
      }
    } finally {
      polling = false;
      held.retainAll(assignment());
      super.resume(held);
      held.clear();
    }
  }

  /** Those that the caller has not paused. */
  private Collection<TopicPartition> open() {
    Set<TopicPartition> open = new HashSet<>(assignment());
    open.removeAll(paused());
    return open;
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
    } catch (TimeoutException e) {
      // No broker answers; poll keeps looking for one.
      ends = Map.of();
    }
    askedNanos = System.nanoTime();
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

  /** Partitions that come while all others are held must not be read by chance. */
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
      held.removeAll(partitions);
      inner.onPartitionsRevoked(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      held.removeAll(partitions);
      inner.onPartitionsLost(partitions);
    }
  }
}
