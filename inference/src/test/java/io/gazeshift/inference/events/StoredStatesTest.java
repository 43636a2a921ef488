package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.EventState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** With Kafka's consumer in memory. */
class StoredStatesTest {

  private static final int PARTITIONS = 3;
  private static final String TOPIC = Topics.EVENTS_STATE.name();

  private final AtomicLong nanos = new AtomicLong();
  private final Map<TopicPartition, Long> ends = new HashMap<>();

  /** What it polls, it has always: reading begins where it is told to, again and again. */
  private final Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> log = new HashMap<>();

  private final MockConsumer<String, byte[]> consumer =
      new MockConsumer<>("earliest") {
        @Override
        public synchronized ConsumerRecords<String, byte[]> poll(Duration timeout) {
          nanos.addAndGet(timeout.toNanos());
          for (TopicPartition partition : assignment()) {
            long position = position(partition);
            log.getOrDefault(partition, List.of()).stream()
                .filter(record -> record.offset() >= position)
                .forEach(this::addRecord);
          }
          return super.poll(timeout);
        }
      };

  StoredStatesTest() {
    consumer.updatePartitions(
        TOPIC,
        IntStream.range(0, PARTITIONS)
            .mapToObj(number -> new PartitionInfo(TOPIC, number, null, null, null))
            .toList());
    Map<TopicPartition, Long> begins = new HashMap<>();
    for (int number = 0; number < PARTITIONS; number++) {
      begins.put(new TopicPartition(TOPIC, number), 0L);
      ends.put(new TopicPartition(TOPIC, number), 0L);
    }
    consumer.updateBeginningOffsets(begins);
    consumer.updateEndOffsets(ends);
  }

  private StoredStates of(String group) {
    return new StoredStates(consumer, group, nanos::get);
  }

  private static EventState state(int partition, long nextOffset) {
    return EventState.newBuilder().setPartition(partition).setNextOffset(nextOffset).build();
  }

  private void store(StoredStates states, EventState state) {
    ProducerRecord<String, byte[]> record = states.record(state);
    TopicPartition place = new TopicPartition(record.topic(), record.partition());
    long offset = ends.merge(place, 1L, Long::sum) - 1;
    log.computeIfAbsent(place, any -> new ArrayList<>())
        .add(
            new ConsumerRecord<>(
                place.topic(), place.partition(), offset, record.key(), record.value()));
    consumer.updateEndOffsets(ends);
  }

  @Test
  void theNewestStateOfEachPartitionIsFound() {
    StoredStates states = of("site");
    store(states, state(0, 5));
    store(states, state(0, 7));
    store(states, state(2, 9));

    Map<Integer, EventState> newest = states.newest(Map.of(0, 7L, 1, -1L, 2, 9L));

    assertThat(newest).containsOnlyKeys(0, 2);
    assertThat(newest.get(0).getNextOffset()).isEqualTo(7);
    assertThat(newest.get(2).getNextOffset()).isEqualTo(9);
  }

  @Test
  void missingStatesOfSeveralPartitionsAreWaitedForAtTheSameTime() {
    StoredStates states = of("site");
    store(states, state(2, 9));

    Map<Integer, EventState> newest = states.newest(Map.of(0, 5L, 1, 5L, 2, 9L));

    assertThat(newest).containsOnlyKeys(2);
    assertThat(Duration.ofNanos(nanos.get())).isBetween(seconds(20), seconds(25));
  }

  @Test
  void aStateOfAnotherGroupIsNotTakenForOnesOwn() {
    store(of("site1"), state(2, 9));
    store(of("site"), state(1, 4));

    assertThat(of("site").newest(Map.of(1, -1L, 2, -1L))).containsOnlyKeys(1);
    assertThat(of("site1").newest(Map.of(1, -1L, 2, -1L))).containsOnlyKeys(2);
    assertThat(of("site1").record(state(2, 0)).key())
        .isNotEqualTo(of("site").record(state(12, 0)).key());
  }

  private static Duration seconds(int count) {
    return Duration.ofSeconds(count);
  }
}
