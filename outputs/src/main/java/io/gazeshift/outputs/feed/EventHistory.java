package io.gazeshift.outputs.feed;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.BadRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the events that clients missed while they were away, for one client after the other, on a
 * thread of its own: the feed goes on meanwhile. The code that opens it closes it; thread-safe.
 */
public final class EventHistory implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EventHistory.class);

  /** What one client is sent. */
  static final int MOST_EVENTS = 500;

  /** What is read of a partition for one client, whose filter may leave out most of it. */
  private static final int MOST_READ = 2_000;

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final KafkaAccess kafka;
  private final FeedJson json = new FeedJson();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread made = new Thread(work, "missed-events");
            made.setDaemon(true);
            return made;
          });

  public EventHistory(KafkaAccess kafka) {
    this.kafka = kafka;
  }

  /**
   * Reads what the filter takes.
   *
   * @param after what the client has
   * @param now what it will be told of without this
   * @param then is told once, on another thread, unless this is closed before
   */
  public void read(
      EventPosition after, EventPosition now, FeedFilter filter, Consumer<MissedEvents> then) {
    if (now.isNone()) {
      then.accept(
          MissedEvents.unknown(
              now, "this process's Kafka user may not read " + FeedKind.EVENT.topic()));
      return;
    }
    try {
      thread.execute(() -> then.accept(missed(after, now, filter)));
    } catch (RejectedExecutionException e) {
      log.debug("closed: a client is not told what it missed");
    }
  }

  private MissedEvents missed(EventPosition after, EventPosition now, FeedFilter filter) {
    try (KafkaConsumer<String, byte[]> consumer =
        kafka.openConsumer(
            Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                // What is deleted meanwhile is not to be had, all after it is.
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"))) {
      return new Reading(consumer, now, filter).since(after);
    } catch (InterruptException e) {
      return MissedEvents.unknown(now, "the server is stopping");
    } catch (KafkaException e) {
      log.info("cannot read missed events: {}", e.getMessage());
      return MissedEvents.unknown(now, "Kafka does not answer");
    }
  }

  /** For one client. */
  private final class Reading {

    private final KafkaConsumer<String, byte[]> consumer;
    private final EventPosition now;
    private final FeedFilter filter;
    private final MissedEvents.Merge merge = new MissedEvents.Merge();
    private final List<String> gaps = new ArrayList<>();

    Reading(KafkaConsumer<String, byte[]> consumer, EventPosition now, FeedFilter filter) {
      this.consumer = consumer;
      this.now = now;
      this.filter = filter;
    }

    MissedEvents since(EventPosition after) {
      List<TopicPartition> behind =
          IntStream.range(0, now.next().size())
              .filter(partition -> after.nextOf(partition) != now.nextOf(partition))
              .mapToObj(partition -> new TopicPartition(FeedKind.EVENT.topic(), partition))
              .toList();
      if (behind.isEmpty()) {
        return new MissedEvents(List.of(), now, Optional.empty());
      }
      EventPosition start = start(behind, after);
      consumer.assign(behind);
      behind.forEach(partition -> consumer.seek(partition, start.nextOf(partition.partition())));
      readUntilNow(behind);
      return merge.newest(MOST_EVENTS, start, now, gaps);
    }

    private EventPosition start(List<TopicPartition> behind, EventPosition after) {
      Map<TopicPartition, Long> kept = consumer.beginningOffsets(behind, PATIENCE);
      EventPosition start = now;
      boolean removed = false;
      boolean tooMany = false;
      boolean foreign = false;
      for (TopicPartition partition : behind) {
        long end = now.nextOf(partition.partition());
        long wanted = after.nextOf(partition.partition());
        foreign |= wanted > end;
        long oldest = kept.getOrDefault(partition, 0L);
        removed |= wanted < oldest;
        tooMany |= wanted < end - MOST_READ;
        long from = Math.max(Math.max(wanted, oldest), end - MOST_READ);
        start = start.with(partition.partition(), Math.min(from, end));
      }
      if (foreign) {
        gaps.add("the last event id is not of this topic, which may have been created anew");
      }
      if (removed) {
        gaps.add("older events are no longer kept");
      }
      if (tooMany) {
        gaps.add("too many events; only the newest are sent");
      }
      return start;
    }

    private void readUntilNow(List<TopicPartition> behind) {
      long startNanos = System.nanoTime();
      while (behind.stream()
          .anyMatch(
              partition -> consumer.position(partition) < now.nextOf(partition.partition()))) {
        if (System.nanoTime() - startNanos > PATIENCE.toNanos()) {
          gaps.add("Kafka did not answer in time");
          return;
        }
        consumer.poll(POLL).forEach(this::take);
      }
    }

    private void take(ConsumerRecord<String, byte[]> record) {
      if (record.value() == null || record.offset() >= now.nextOf(record.partition())) {
        return;
      }
      try {
        FeedMessage message = json.message(FeedKind.EVENT, record.value());
        if (filter.takes(message)) {
          merge.add(record.partition(), record.offset(), record.timestamp(), message);
        }
      } catch (BadRecordException e) {
        log.debug(
            "{}, partition {}, offset {}: {}",
            record.topic(),
            record.partition(),
            record.offset(),
            e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
