package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.testing.RunningBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Consumers of a process whose predecessors died, on a real broker. */
class GuardedConsumerIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(100);

  /** More than one poll returns. */
  private static final int MANY = 1200;

  @TempDir Path dir;
  private TopicPartition first;
  private TopicPartition second;

  @BeforeEach
  void createTopic(TestInfo test) throws Exception {
    String topic = test.getTestMethod().orElseThrow().getName();
    BROKER.admin().createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
    first = new TopicPartition(topic, 0);
    second = new TopicPartition(topic, 1);
  }

  @Test
  void afterADeathEverythingIsReadOnceAndTheOffsetsFollow() throws Exception {
    send(first, MANY);
    send(second, MANY);
    diesReading(first, 7);

    try (CrashMarker marker = open();
        KafkaConsumer<String, byte[]> consumer = fromTheBeginning(marker)) {
      List<ConsumerRecord<String, byte[]>> seen = new ArrayList<>();
      await()
          .atMost(LONG)
          .until(
              () -> {
                ConsumerRecords<String, byte[]> records = consumer.poll(SHORT);
                records.forEach(seen::add);
                records
                    .nextOffsets()
                    .forEach(
                        (partition, next) ->
                            assertThat(next.offset()).isEqualTo(consumer.position(partition)));
                return seen.size() >= 2 * MANY;
              });

      assertThat(offsets(seen, first)).isEqualTo(upTo(MANY));
      assertThat(offsets(seen, second)).isEqualTo(upTo(MANY));
      assertThat(consumer.poll(SHORT)).isEmpty();
    }
  }

  /** A transaction for each record would be too slow for those who commit after each poll. */
  @Test
  void recordsThatAreLookedAtOneByOneAreReturnedTogether() throws Exception {
    send(first, MANY);
    diesReading(first, 7);

    try (CrashMarker marker = open();
        KafkaConsumer<String, byte[]> consumer = fromTheBeginning(marker)) {
      List<Integer> sizes = new ArrayList<>();
      await()
          .atMost(LONG)
          .until(
              () -> {
                sizes.add(consumer.poll(SHORT).count());
                return consumer.position(first) == MANY;
              });

      assertThat(sizes).allMatch(size -> size <= 500).anyMatch(size -> size > 100);
    }
  }

  @Test
  void theProcessWatchesUntilItHasReadWhatWasThereAtItsStart() throws Exception {
    send(first, MANY);
    diesReading(first, 7);

    try (CrashMarker marker = open();
        KafkaConsumer<String, byte[]> consumer = fromTheBeginning(marker)) {
      marker.mayStopWatching();
      assertThat(consumer.poll(LONG)).isNotEmpty();
      assertThat(marker.isWatching()).isTrue();
      send(first, 1);

      await()
          .atMost(LONG)
          .until(
              () -> {
                consumer.poll(SHORT);
                return !marker.isWatching();
              });
      assertThat(consumer.position(first)).isGreaterThanOrEqualTo(MANY);

      send(first, MANY);
      assertThat(consumer.poll(LONG)).isNotEmpty();
    }
  }

  @Test
  void aRecordThatEndedTwoProcessesIsSteppedOverAlsoByProcessesThatDoNotWatch() throws Exception {
    send(first, 20);
    send(second, 20);
    diesReading(first, 7);
    diesReading(first, 7);

    try (CrashMarker marker = open()) {
      assertThat(marker.isWatching()).isTrue();
    }
    try (CrashMarker marker = open();
        KafkaConsumer<String, byte[]> consumer = fromTheBeginning(marker)) {
      assertThat(marker.isWatching()).isFalse();
      List<ConsumerRecord<String, byte[]>> seen = read(40, consumer);

      assertThat(offsets(seen, first)).isEqualTo(upTo(20));
      assertThat(offsets(seen, second)).isEqualTo(upTo(20));
      assertThat(seen)
          .filteredOn(SteppedOver::is)
          .singleElement()
          .satisfies(record -> assertThat(record.offset()).isEqualTo(7));
    }
  }

  @Test
  void aRecordThatTheTopicNoLongerHasIsForgotten() throws Exception {
    send(first, 20);
    diesReading(first, 7);
    diesReading(first, 7);
    BROKER.admin().deleteRecords(Map.of(first, RecordsToDelete.beforeOffset(10))).all().get();

    isForgotten();
  }

  /** As in a topic that was deleted and created anew: another record is to come there. */
  @Test
  void aRecordBehindTheEndOfItsTopicIsForgotten() throws Exception {
    send(first, 3);
    diesReading(first, 7);
    diesReading(first, 7);

    isForgotten();
  }

  private void isForgotten() {
    try (CrashMarker marker = open();
        KafkaConsumer<String, byte[]> consumer = fromTheBeginning(marker)) {
      assertThat(marker.hasSuspects(first)).isTrue();
      consumer.poll(SHORT);
      assertThat(marker.hasSuspects(first)).isFalse();
    }
    try (CrashMarker next = open()) {
      assertThat(next.guards()).isFalse();
    }
  }

  @Test
  void whatWasGatheredWhenAWakeupCameIsReadAgain() throws Exception {
    send(first, 20);
    diesReading(first, 7);

    try (CrashMarker marker = open();
        KafkaConsumer<String, byte[]> consumer =
            access(marker)
                .openConsumer(
                    Map.of(
                        ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG, AtTheFifth.class.getName()))) {
      consumer.assign(List.of(first));
      consumer.seekToBeginning(List.of(first));
      AtTheFifth.call = consumer::wakeup;

      assertThatThrownBy(() -> consumer.poll(LONG)).isInstanceOf(WakeupException.class);

      assertThat(consumer.position(first)).isZero();
      List<ConsumerRecord<String, byte[]>> seen = read(20, consumer);
      assertThat(offsets(seen, first)).isEqualTo(upTo(20));
    }
  }

  /** Calls something once the client has the fifth record. */
  public static final class AtTheFifth implements ConsumerInterceptor<String, byte[]> {

    private static volatile Runnable call = () -> {};

    private int records;

    @Override
    public ConsumerRecords<String, byte[]> onConsume(ConsumerRecords<String, byte[]> polled) {
      records += polled.count();
      if (records == 5) {
        call.run();
      }
      return polled;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> settings) {}
  }

  /** A partition that another member gets is read by that member. */
  @Test
  void membersOfAGroupShareThePartitionsAndReadEachRecordOnce() throws Exception {
    diesReading(first, 7);

    try (CrashMarker marker = open();
        KafkaConsumer<String, byte[]> one = member(marker);
        KafkaConsumer<String, byte[]> two = member(marker)) {
      List<ConsumerRecord<String, byte[]>> seen = new ArrayList<>();
      await()
          .atMost(LONG)
          .until(
              () -> {
                one.poll(SHORT).forEach(seen::add);
                two.poll(SHORT).forEach(seen::add);
                return one.assignment().size() == 1 && two.assignment().size() == 1;
              });
      send(first, 20);
      send(second, 20);
      seen.addAll(read(40 - seen.size(), one, two));

      assertThat(offsets(seen, first)).isEqualTo(upTo(20));
      assertThat(offsets(seen, second)).isEqualTo(upTo(20));
    }
  }

  /** At least so many records, by these consumers. */
  @SafeVarargs
  private static List<ConsumerRecord<String, byte[]>> read(
      int count, KafkaConsumer<String, byte[]>... consumers) {
    List<ConsumerRecord<String, byte[]>> seen = new ArrayList<>();
    await()
        .atMost(LONG)
        .until(
            () -> {
              for (KafkaConsumer<String, byte[]> consumer : consumers) {
                consumer.poll(SHORT).forEach(seen::add);
              }
              return seen.size() >= count;
            });
    return seen;
  }

  private KafkaConsumer<String, byte[]> fromTheBeginning(CrashMarker marker) {
    KafkaConsumer<String, byte[]> consumer = access(marker).openConsumer(Map.of());
    assertThat(consumer).isInstanceOf(GuardedConsumer.class);
    consumer.assign(List.of(first, second));
    consumer.seekToBeginning(List.of(first, second));
    return consumer;
  }

  private KafkaConsumer<String, byte[]> member(CrashMarker marker) {
    KafkaConsumer<String, byte[]> consumer =
        access(marker)
            .openConsumer(
                Map.of(
                    ConsumerConfig.GROUP_ID_CONFIG,
                    first.topic(),
                    ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                    "earliest"));
    consumer.subscribe(List.of(first.topic()));
    return consumer;
  }

  private static KafkaAccess access(CrashMarker marker) {
    return new KafkaAccess(BROKER.bootstrap(), Map.of()).withCrashMarker(marker);
  }

  private static void send(TopicPartition to, int count) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      for (int i = 0; i < count; i++) {
        byte[] value = {1};
        sent.add(producer.send(new ProducerRecord<>(to.topic(), to.partition(), "key", value)));
      }
      producer.flush();
    }
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
  }

  private static List<Long> offsets(
      Collection<ConsumerRecord<String, byte[]>> records, TopicPartition partition) {
    return records.stream()
        .filter(record -> record.topic().equals(partition.topic()))
        .filter(record -> record.partition() == partition.partition())
        .map(ConsumerRecord::offset)
        .toList();
  }

  private static List<Long> upTo(long end) {
    return LongStream.range(0, end).boxed().toList();
  }

  private void diesReading(TopicPartition partition, long offset) {
    CrashMarker marker = open();
    marker.newReader().orElseThrow().reads(new RecordPlace(partition, offset));
    marker.die();
  }

  private CrashMarker open() {
    return CrashMarker.open(dir.resolve("readers/infer"));
  }
}
