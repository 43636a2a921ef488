package io.gazeshift.outputs.feed;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.BadRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds events that were committed, those of several gaps by one reading. Not thread-safe. */
final class StoredEvents {

  private static final Logger log = LoggerFactory.getLogger(StoredEvents.class);

  /** What one client is sent. */
  static final int MOST_EVENTS = 500;

  /** What is read of a partition for one client, whose filter may leave out most of it. */
  private static final int MOST_READ = 2_000;

  private static final Duration POLL = Duration.ofMillis(200);
  private static final int FETCH_WAIT_MILLIS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final KafkaAccess kafka;
  private final FeedJson json = new FeedJson();

  StoredEvents(KafkaAccess kafka) {
    this.kafka = kafka;
  }

  /** The events of each gap, in the order of the gaps. */
  List<MissedEvents> missed(List<EventGap> gaps) {
    List<TopicPartition> behind =
        gaps.stream()
            .flatMap(gap -> gap.partitions().stream())
            .distinct()
            .map(partition -> new TopicPartition(FeedKind.EVENT.topic(), partition))
            .toList();
    if (behind.isEmpty()) {
      return gaps.stream()
          .map(gap -> new MissedEvents(List.of(), gap.now(), Optional.empty()))
          .toList();
    }
    try (KafkaConsumer<String, byte[]> consumer =
        kafka.openConsumer(
            Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                // All of it is there: only closing would wait, for a fetch that finds nothing more.
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                FETCH_WAIT_MILLIS,
                // What is deleted meanwhile is not to be had, all after it is.
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"))) {
      Map<TopicPartition, Long> kept = consumer.beginningOffsets(behind, PATIENCE);
      List<Reading> readings = gaps.stream().map(gap -> new Reading(gap, kept)).toList();
      consumer.assign(behind);
      behind.forEach(partition -> consumer.seek(partition, first(partition, readings)));
      read(consumer, readings);
      return readings.stream().map(Reading::found).toList();
    } catch (InterruptException e) {
      return unknown(gaps, "the server is stopping");
    } catch (KafkaException e) {
      log.info("cannot read missed events: {}", e.getMessage());
      return unknown(gaps, "Kafka does not answer");
    }
  }

  private static List<MissedEvents> unknown(List<EventGap> gaps, String reason) {
    return gaps.stream().map(gap -> MissedEvents.unknown(gap.now(), reason)).toList();
  }

  private static long first(TopicPartition partition, List<Reading> readings) {
    return readings.stream()
        .filter(reading -> reading.behind.contains(partition))
        .mapToLong(reading -> reading.start.nextOf(partition.partition()))
        .min()
        .orElseThrow();
  }

  private void read(KafkaConsumer<String, byte[]> consumer, List<Reading> readings) {
    long startNanos = System.nanoTime();
    List<Reading> open = unfinished(consumer, readings);
    while (!open.isEmpty()) {
      if (System.nanoTime() - startNanos > PATIENCE.toNanos()) {
        open.forEach(reading -> reading.reasons.add("Kafka did not answer in time"));
        return;
      }
      consumer.poll(POLL).forEach(record -> take(record, readings));
      open = unfinished(consumer, readings);
    }
  }

  private static List<Reading> unfinished(
      KafkaConsumer<String, byte[]> consumer, List<Reading> readings) {
    return readings.stream()
        .filter(
            reading ->
                reading.behind.stream()
                    .anyMatch(
                        partition ->
                            consumer.position(partition)
                                < reading.gap.now().nextOf(partition.partition())))
        .toList();
  }

  private void take(ConsumerRecord<String, byte[]> record, List<Reading> readings) {
    if (record.value() == null) {
      return;
    }
    try {
      FeedMessage message = json.message(FeedKind.EVENT, record.value());
      readings.forEach(reading -> reading.take(record, message));
    } catch (BadRecordException e) {
      log.debug(
          "{}, partition {}, offset {}: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
    }
  }

  /** Of one gap. */
  private static final class Reading {

    private final EventGap gap;
    private final List<TopicPartition> behind;
    private final EventPosition start;
    private final MissedEvents.Merge merge = new MissedEvents.Merge();
    private final List<String> reasons = new ArrayList<>();

    /**
     * @param kept the oldest offset of each partition
     */
    Reading(EventGap gap, Map<TopicPartition, Long> kept) {
      this.gap = gap;
      this.behind =
          gap.partitions().stream()
              .map(partition -> new TopicPartition(FeedKind.EVENT.topic(), partition))
              .toList();
      this.start = start(kept);
    }

    private EventPosition start(Map<TopicPartition, Long> kept) {
      EventPosition from = gap.now();
      boolean removed = false;
      boolean tooMany = false;
      boolean foreign = false;
      for (TopicPartition partition : behind) {
        long end = gap.now().nextOf(partition.partition());
        long wanted = gap.after().nextOf(partition.partition());
        foreign |= wanted > end;
        long oldest = kept.getOrDefault(partition, 0L);
        removed |= wanted < oldest;
        tooMany |= wanted < end - MOST_READ;
        long first = Math.max(Math.max(wanted, oldest), end - MOST_READ);
        from = from.with(partition.partition(), Math.min(first, end));
      }
      if (foreign) {
        reasons.add("the last event id is not of this topic, which may have been created anew");
      }
      if (removed) {
        reasons.add("older events are no longer kept");
      }
      if (tooMany) {
        reasons.add("too many events; only the newest are sent");
      }
      return from;
    }

    /** Others may need more of this partition. */
    void take(ConsumerRecord<String, byte[]> record, FeedMessage message) {
      boolean isMissed =
          record.offset() >= start.nextOf(record.partition())
              && record.offset() < gap.now().nextOf(record.partition());
      if (isMissed && gap.filter().takes(message)) {
        merge.add(record.partition(), record.offset(), record.timestamp(), message);
      }
    }

    MissedEvents found() {
      return merge.newest(MOST_EVENTS, start, gap.now(), reasons);
    }
  }
}
