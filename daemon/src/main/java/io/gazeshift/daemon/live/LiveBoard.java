package io.gazeshift.daemon.live;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.inference.swap.RejectedHeadException;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the topics on its own thread, without a consumer group: faces from now on, their events
 * since a minute ago, heads and adaptation events from the beginning. The code that opens it closes
 * it; all other methods are thread-safe.
 */
public final class LiveBoard implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LiveBoard.class);

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final List<Topic> FROM_NOW =
      List.of(Topics.PREDICTIONS, Topics.FEATURES, Topics.TRUTH);
  private static final Duration EVENTS_SINCE =
      Duration.of(RecentSpans.KEPT_MICROS, ChronoUnit.MICROS);
  private static final List<Topic> FROM_THE_BEGINNING = List.of(Topics.MODELS, Topics.ADAPTATIONS);

  /** Handles the records of one topic. */
  private interface Reader {
    void read(String key, byte[] value, Instant now) throws RejectedHeadException;
  }

  private final KafkaAccess kafka;
  private final LiveState state;
  private final InstantSource clock;
  private final Map<String, Reader> readers = new HashMap<>();
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final KafkaThread thread = new KafkaThread("live", GRACE, this::follow, () -> {});
  private final Set<String> forbidden = new TreeSet<>();
  private volatile Optional<String> problem = Optional.empty();

  private LiveBoard(KafkaAccess kafka, LiveSettings settings, InstantSource clock) {
    this.kafka = kafka;
    this.state = new LiveState(settings);
    this.clock = clock;
    readers.put(
        Topics.PREDICTIONS.name(),
        (key, value, now) -> state.note(RecordType.GAZE_PREDICTION.decode(value), now));
    readers.put(
        Topics.FEATURES.name(),
        (key, value, now) -> state.note(RecordType.FEATURE_SAMPLE.decode(value), now));
    readers.put(
        Topics.TRUTH.name(),
        (key, value, now) -> state.note(RecordType.GAZE_TRUTH.decode(value), now));
    readers.put(
        Topics.EVENTS.name(),
        (key, value, now) -> state.note(RecordType.FACE_EVENT.decode(value), now));
    readers.put(Topics.MODELS.name(), (key, value, now) -> state.noteHead(key, value));
    readers.put(
        Topics.ADAPTATIONS.name(),
        (key, value, now) -> state.note(RecordType.ADAPTATION_EVENT.decode(value)));
  }

  /** Misses no record written after it returns. */
  public static LiveBoard open(KafkaAccess kafka, LiveSettings settings) {
    LiveBoard board = new LiveBoard(kafka, settings, InstantSource.system());
    board.findBeginnings();
    board.thread.start();
    return board;
  }

  /** The failure that stopped it, if any. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  /** The current state. */
  public LiveSnapshot snapshot() {
    return state.snapshot(clock.instant()).with(problem);
  }

  /** The number of predictions since the board was opened. */
  public long faces() {
    return state.faces();
  }

  /** The scores of each active period of each head since the board was opened, oldest first. */
  public List<ActivePeriodView> periods() {
    return state.periods();
  }

  /** The same for what was said to be looked at, in domains that have targets. */
  public List<TargetPeriodView> targetPeriods() {
    return state.targetPeriods();
  }

  private void findBeginnings() {
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      positions.putAll(consumer.endOffsets(partitions(consumer, FROM_NOW)));
      positions.putAll(consumer.beginningOffsets(partitions(consumer, FROM_THE_BEGINNING)));
      findRecentEvents(consumer);
    }
  }

  /** So that the page shows the last minute at once. There may be no such topic. */
  private void findRecentEvents(KafkaConsumer<String, byte[]> consumer) {
    try {
      List<TopicPartition> partitions = partitions(consumer, List.of(Topics.EVENTS));
      positions.putAll(consumer.endOffsets(partitions));
      long sinceMillis = clock.instant().minus(EVENTS_SINCE).toEpochMilli();
      consumer
          .offsetsForTimes(
              partitions.stream()
                  .collect(Collectors.toMap(partition -> partition, partition -> sinceMillis)))
          .forEach(
              (partition, first) -> {
                if (first != null) {
                  positions.put(partition, first.offset());
                }
              });
    } catch (TopicAuthorizationException e) {
      skipForbidden(e.unauthorizedTopics());
    }
  }

  private KafkaConsumer<String, byte[]> consumer() {
    return kafka.openConsumer(Map.of());
  }

  private static List<TopicPartition> partitions(
      KafkaConsumer<String, byte[]> consumer, List<Topic> topics) {
    return topics.stream()
        .flatMap(topic -> TopicPartitions.of(consumer, topic.name()).stream())
        .toList();
  }

  private void follow(KafkaThread.Life life) throws InterruptedException {
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      life.wakeBy(consumer::wakeup);
      assign(consumer);
      // A consumer without partitions cannot be polled.
      while (!life.isStopping() && !positions.isEmpty()) {
        try {
          for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
            read(record);
            positions.put(
                new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
          }
          problem = withheld();
          life.goesWell();
        } catch (TopicAuthorizationException e) {
          skipForbidden(e.unauthorizedTopics());
          assign(consumer);
        }
        state.passes(clock.instant());
      }
      problem = withheld();
      life.awaitStop();
    } catch (WakeupException e) {
      throw e;
    } catch (KafkaException e) {
      problem = Optional.of(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private void assign(KafkaConsumer<String, byte[]> consumer) {
    consumer.assign(positions.keySet());
    positions.forEach(consumer::seek);
  }

  /** Continues without topics that this process's Kafka user may not read. */
  private void skipForbidden(Set<String> topics) {
    if (forbidden.addAll(topics)) {
      log.info("page: not showing {}: this process's Kafka user may not read it", topics);
    }
    positions.keySet().removeIf(partition -> forbidden.contains(partition.topic()));
  }

  /** Without the topic of true gaze only the error is missing, without events the timelines. */
  private Optional<String> withheld() {
    Set<String> missed = new TreeSet<>(forbidden);
    missed.remove(Topics.TRUTH.name());
    missed.remove(Topics.EVENTS.name());
    return missed.isEmpty()
        ? Optional.empty()
        : Optional.of("this process's Kafka user may not read " + String.join(", ", missed));
  }

  private void read(ConsumerRecord<String, byte[]> record) {
    // A record without a value is a deletion.
    if (record.value() == null) {
      return;
    }
    try {
      readers.get(record.topic()).read(record.key(), record.value(), clock.instant());
    } catch (BadRecordException | RejectedHeadException | IllegalArgumentException e) {
      log.debug(
          "{}, partition {}, offset {}: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
