package io.gazeshift.daemon.live;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the topics on a thread of its own, as an onlooker who belongs to no group: faces from now
 * on, heads and adaptations from the beginning. Whoever opens it closes it; everything else can be
 * called from any thread.
 */
public final class LiveBoard implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LiveBoard.class);

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final List<Topic> FROM_NOW =
      List.of(Topics.PREDICTIONS, Topics.FEATURES, Topics.TRUTH);
  private static final List<Topic> FROM_THE_BEGINNING = List.of(Topics.MODELS, Topics.ADAPTATIONS);

  /** What becomes of a record of one topic. */
  private interface Reader {
    void read(byte[] value, Instant now);
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
        (value, now) -> state.note(RecordType.GAZE_PREDICTION.decode(value), now));
    readers.put(
        Topics.FEATURES.name(),
        (value, now) -> state.note(RecordType.FEATURE_SAMPLE.decode(value), now));
    readers.put(
        Topics.TRUTH.name(), (value, now) -> state.note(RecordType.GAZE_TRUTH.decode(value), now));
    readers.put(
        Topics.MODELS.name(), (value, now) -> state.note(RecordType.HEAD_MODEL.decode(value)));
    readers.put(
        Topics.ADAPTATIONS.name(),
        (value, now) -> state.note(RecordType.ADAPTATION_EVENT.decode(value)));
  }

  /** Nothing that is written after it returns is missed. */
  public static LiveBoard open(KafkaAccess kafka, LiveSettings settings) {
    LiveBoard board = new LiveBoard(kafka, settings, InstantSource.system());
    board.findBeginnings();
    board.thread.start();
    return board;
  }

  /** Why it tells nothing new any more, if so. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  /** How things stand. */
  public LiveSnapshot snapshot() {
    return state.snapshot(clock.instant()).with(problem);
  }

  /** How many predictions came since the board was opened. */
  public long faces() {
    return state.faces();
  }

  /** What each head of each domain did since the board was opened, oldest first. */
  public List<ReignView> reigns() {
    return state.reigns();
  }

  private void findBeginnings() {
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      positions.putAll(consumer.endOffsets(partitions(consumer, FROM_NOW)));
      positions.putAll(consumer.beginningOffsets(partitions(consumer, FROM_THE_BEGINNING)));
    }
  }

  private KafkaConsumer<String, byte[]> consumer() {
    return kafka.openConsumer(Map.of());
  }

  private static List<TopicPartition> partitions(
      KafkaConsumer<String, byte[]> consumer, List<Topic> topics) {
    return topics.stream()
        .flatMap(topic -> consumer.partitionsFor(topic.name()).stream())
        .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
        .toList();
  }

  private void follow(KafkaThread.Life life) throws InterruptedException {
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      life.wakeBy(consumer::wakeup);
      assign(consumer);
      // Nothing can be polled for where nothing may be read.
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
          doWithout(e.unauthorizedTopics());
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

  /** A role's user may not read all that others write; what it may read is shown. */
  private void doWithout(Set<String> topics) {
    if (forbidden.addAll(topics)) {
      log.info("the page does without {}: this process's Kafka user may not read it", topics);
    }
    positions.keySet().removeIf(partition -> forbidden.contains(partition.topic()));
  }

  /** Not the truth: only rendered faces have one, and without it there is merely no error. */
  private Optional<String> withheld() {
    Set<String> missed = new TreeSet<>(forbidden);
    missed.remove(Topics.TRUTH.name());
    return missed.isEmpty()
        ? Optional.empty()
        : Optional.of("its Kafka user may not read " + String.join(", ", missed));
  }

  private void read(ConsumerRecord<String, byte[]> record) {
    // A record without a value takes a key back, and tells nothing.
    if (record.value() == null) {
      return;
    }
    try {
      readers.get(record.topic()).read(record.value(), clock.instant());
    } catch (BadRecordException | IllegalArgumentException e) {
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
