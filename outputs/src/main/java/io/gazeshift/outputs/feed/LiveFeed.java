package io.gazeshift.outputs.feed;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.BadRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what is published from now on, once for all readers, committed records only and without a
 * consumer group. Without readers it reads nothing. If Kafka is away, readers get the records that
 * are published after it is back, and events also from before. The code that opens it closes it;
 * thread-safe.
 */
public final class LiveFeed implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LiveFeed.class);

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final KafkaAccess kafka;
  private final FeedJson json = new FeedJson();
  private final KafkaThread thread = new KafkaThread("feed", GRACE, this::follow, () -> {});
  private final List<FeedReader> readers = new CopyOnWriteArrayList<>();
  private final List<FeedReader> arriving = new ArrayList<>();

  /** For the thread alone. */
  private final Set<String> forbidden = new TreeSet<>();

  /** What readers were told of; for the thread alone. */
  private EventPosition events = EventPosition.NONE;

  private LiveFeed(KafkaAccess kafka) {
    this.kafka = kafka;
  }

  public static LiveFeed open(KafkaAccess kafka) {
    LiveFeed feed = new LiveFeed(kafka);
    feed.thread.start();
    return feed;
  }

  /** Why it cannot go on, if it cannot. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  /** The reader is told when it begins. */
  public void add(FeedReader reader) {
    synchronized (arriving) {
      arriving.add(reader);
      arriving.notifyAll();
    }
  }

  public void remove(FeedReader reader) {
    synchronized (arriving) {
      arriving.remove(reader);
    }
    readers.remove(reader);
  }

  private void follow(KafkaThread.Life life) throws InterruptedException {
    while (!life.isStopping()) {
      if (hasReaders(life)) {
        try (KafkaConsumer<String, byte[]> consumer = consumer()) {
          life.wakeBy(consumer::wakeup);
          followWith(consumer, life);
        } catch (TopicAuthorizationException e) {
          skipForbidden(e.unauthorizedTopics());
        }
      }
    }
  }

  /** Continues without topics that this process's Kafka user may not read. */
  private void skipForbidden(Set<String> topics) {
    if (forbidden.addAll(topics)) {
      log.info("stream: without {}: this process's Kafka user may not read it", topics);
    }
    if (kinds().isEmpty()) {
      refuse("this process's Kafka user may not read " + String.join(", ", forbidden));
      // Rights may be granted meanwhile.
      forbidden.clear();
    }
  }

  private List<FeedKind> kinds() {
    return Arrays.stream(FeedKind.values())
        .filter(kind -> !forbidden.contains(kind.topic()))
        .toList();
  }

  /** Waits for a while for one to come. */
  private boolean hasReaders(KafkaThread.Life life) throws InterruptedException {
    synchronized (arriving) {
      if (readers.isEmpty() && arriving.isEmpty()) {
        life.wakeBy(this::wake);
        arriving.wait(POLL.toMillis());
      }
      return !readers.isEmpty() || !arriving.isEmpty();
    }
  }

  private void wake() {
    synchronized (arriving) {
      arriving.notifyAll();
    }
  }

  private KafkaConsumer<String, byte[]> consumer() {
    return kafka.openConsumer(
        Map.of(
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            false));
  }

  private void followWith(KafkaConsumer<String, byte[]> consumer, KafkaThread.Life life) {
    List<TopicPartition> partitions =
        kinds().stream().flatMap(kind -> partitions(consumer, kind).stream()).toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    // Seeking is lazy: asking for the position fixes what "now" is.
    partitions.forEach(consumer::position);
    events = firstEvents(consumer, partitions);
    while (!life.isStopping()) {
      welcome();
      if (readers.isEmpty()) {
        return;
      }
      List<FeedMessage> messages = new ArrayList<>();
      consumer.poll(POLL).forEach(record -> read(record).ifPresent(messages::add));
      if (!messages.isEmpty()) {
        readers.forEach(reader -> reader.accept(messages));
      }
      life.goesWell();
    }
  }

  /**
   * Now; or, if there were readers before Kafka was away, what they were not told of. Predictions
   * of the past are of no use to them.
   */
  private EventPosition firstEvents(
      KafkaConsumer<String, byte[]> consumer, List<TopicPartition> partitions) {
    boolean goesOn = !readers.isEmpty() && !events.isNone();
    EventPosition first = EventPosition.NONE;
    for (TopicPartition partition : partitions) {
      if (partition.topic().equals(FeedKind.EVENT.topic())) {
        if (goesOn) {
          consumer.seek(partition, events.nextOf(partition.partition()));
        }
        first = first.with(partition.partition(), consumer.position(partition));
      }
    }
    return first;
  }

  /**
   * @throws UnknownTopicOrPartitionException if the topic was not created yet; it is tried again
   */
  private static List<TopicPartition> partitions(
      KafkaConsumer<String, byte[]> consumer, FeedKind kind) {
    List<TopicPartition> partitions = TopicPartitions.of(consumer, kind.topic());
    if (partitions.isEmpty()) {
      throw new UnknownTopicOrPartitionException("there is no topic " + kind.topic() + " yet");
    }
    return partitions;
  }

  private void refuse(String reason) {
    List<FeedReader> all;
    synchronized (arriving) {
      readers.addAll(arriving);
      arriving.clear();
      all = List.copyOf(readers);
      readers.clear();
    }
    all.forEach(reader -> reader.refused(reason));
  }

  private void welcome() {
    List<FeedReader> come;
    synchronized (arriving) {
      come = List.copyOf(arriving);
      arriving.clear();
      readers.addAll(come);
    }
    come.forEach(reader -> reader.opened(events));
  }

  /** Nothing for a deletion, and for a record that breaks its contract. */
  private Optional<FeedMessage> read(ConsumerRecord<String, byte[]> record) {
    if (record.value() == null) {
      return Optional.empty();
    }
    FeedKind kind =
        Arrays.stream(FeedKind.values())
            .filter(each -> each.topic().equals(record.topic()))
            .findFirst()
            .orElseThrow();
    try {
      FeedMessage message = json.message(kind, record.value());
      if (kind == FeedKind.EVENT) {
        events = events.with(record.partition(), record.offset() + 1);
        message = message.at(events);
      }
      return Optional.of(message);
    } catch (BadRecordException e) {
      log.debug(
          "{}, partition {}, offset {}: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
