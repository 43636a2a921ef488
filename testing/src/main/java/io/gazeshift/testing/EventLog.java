package io.gazeshift.testing;

import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;

/** Everything committed to gaze.adaptations, as it comes. */
public final class EventLog implements AutoCloseable {

  public static final Set<Stage> ENDS = Set.of(Stage.JUDGED, Stage.LEFT_ALONE, Stage.FAILED);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final KafkaConsumer<String, byte[]> consumer;
  private final List<AdaptationEvent> events = new ArrayList<>();

  public EventLog(String bootstrap) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions = List.of(new TopicPartition(Topics.ADAPTATIONS.name(), 0));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** All so far. */
  public List<AdaptationEvent> all() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      consumer.poll(Duration.ofMillis(100)).forEach(record -> take(record.value()));
    }
    return List.copyOf(events);
  }

  private void take(byte[] value) {
    try {
      events.add(RecordType.ADAPTATION_EVENT.decode(value));
    } catch (BadRecordException e) {
      // A damaged record; later events still arrive.
    }
  }

  public List<AdaptationEvent> of(String domain, Predicate<AdaptationEvent> wanted) {
    return all().stream().filter(event -> event.getDomain().equals(domain)).filter(wanted).toList();
  }

  /** The ends of a domain's runs so far. */
  public List<AdaptationEvent> ends(String domain) {
    return of(domain, event -> ENDS.contains(event.getStage()));
  }

  /** Waits for an event of a domain; answers the last of them. */
  public AdaptationEvent await(String domain, Predicate<AdaptationEvent> wanted) {
    return awaitMany(domain, 1, wanted);
  }

  /** Waits for an event of any domain. */
  public void awaitAny(Predicate<AdaptationEvent> wanted) {
    Awaitility.await().atMost(PATIENCE).until(() -> all().stream().anyMatch(wanted));
  }

  /** Waits for so many. */
  public AdaptationEvent awaitMany(String domain, int count, Predicate<AdaptationEvent> wanted) {
    List<AdaptationEvent> found =
        Awaitility.await()
            .atMost(PATIENCE)
            .until(() -> of(domain, wanted), seen -> seen.size() >= count);
    return found.get(found.size() - 1);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
