package io.gazeshift.common.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.inference.pipeline.InferenceClients;
import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.RunningBroker;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commits on a real broker that turns against the member or the producer. */
class DeliveryIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final TopicPartition PARTITION = new TopicPartition(Topics.FACES.name(), 0);

  @Test
  void aMemberThatWasThrownOutWritesNothingAndGoesOnOnceItIsBack() throws Exception {
    goesOnAfterBeingThrownOut("exactly", () -> Delivery.exactlyOnce(producer(), "exactly"));

    assertThat(committed("exactly")).containsExactly("after");
  }

  @Test
  void withoutTransactionsTheRecordsOfTheFailedCommitStayAndAreRepeated() throws Exception {
    goesOnAfterBeingThrownOut("once", () -> Delivery.atLeastOnce(producer()));

    assertThat(committed("once")).containsExactly("before", "after");
  }

  @Test
  void aProducerWhoseIdWasTakenIsLostAndItsRecordsAreNeverSeen() throws Exception {
    try (KafkaConsumer<String, byte[]> consumer = member("fenced");
        Delivery old = Delivery.exactlyOnce(producer(), "fenced");
        Delivery taking = Delivery.exactlyOnce(producer(), "fenced")) {
      assertThatThrownBy(() -> commit(old, record("fenced", "old"), offset(1), consumer))
          .isInstanceOf(ProducerFencedException.class);
      commit(taking, record("fenced", "new"), offset(1), consumer);
    }

    assertThat(committed("fenced")).containsExactly("new");
  }

  /** Both processes have one name, and the first still opens when the second is at work. */
  @Test
  void aProcessOvertakenWhileItOpensDoesNotCutTheTransactionOfTheOther() throws Exception {
    KafkaAccess kafka = new KafkaAccess(BROKER.bootstrap(), Map.of());
    Delivery overtaken = Delivery.exactlyOnce(producer(), "overtaken");
    try (KafkaProducer<String, byte[]> live = transactional("overtaken")) {
      live.initTransactions();
      live.beginTransaction();
      live.send(record("overtaken", "live").get(0)).get();

      HangingTransactions.end(kafka, "overtaken");

      live.commitTransaction();
    } finally {
      overtaken.close();
    }

    assertThat(committed("overtaken")).containsExactly("live");
  }

  @Test
  void withoutTransactionsAProducerWhoseThreadEndedByAnErrorFailsTheDelivery() {
    Map<String, Object> settings = new HashMap<>(producer());
    settings.put(
        ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, WatchedProducerIT.NoMemory.class.getName());
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 1_000);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 1_500);
    try (Delivery delivery = Delivery.atLeastOnce(settings)) {
      assertThatThrownBy(
              () ->
                  delivery.deliver(
                      record("ended", "unknown"), offset(1), new ConsumerGroupMetadata("ended")))
          .isInstanceOf(KafkaException.class)
          .hasMessage("a record was neither written nor given up for 3 s");
    }
  }

  private static KafkaProducer<String, byte[]> transactional(String id) {
    Map<String, Object> settings = new HashMap<>(producer());
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  /** It takes connections and says nothing, as one does that is stopped or cut off. */
  @Test
  void aBrokerThatDoesNotAnswerIsPassedOverWithoutOpeningTheProducerAnew() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String both = "127.0.0.1:%d,%s".formatted(silent.getLocalPort(), BROKER.bootstrap());
      KafkaAccess kafka = new KafkaAccess(both, Map.of());
      // Which of the two a client asks first is chance.
      List<CompletableFuture<Void>> opened =
          IntStream.range(0, 6)
              .mapToObj(i -> CompletableFuture.runAsync(() -> open(kafka, "silent" + i)))
              .toList();

      assertThat(opened).allSatisfy(each -> assertThat(each).succeedsWithin(LONG));
    }
  }

  private static void open(KafkaAccess kafka, String group) {
    new InferenceClients(kafka, InferenceExtension.config(group, "only")).openDelivery().close();
  }

  private static void goesOnAfterBeingThrownOut(String group, Supplier<Delivery> open)
      throws Exception {
    try (KafkaConsumer<String, byte[]> consumer = member(group);
        Delivery delivery = open.get()) {
      BROKER
          .admin()
          .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
          .all()
          .get();
      assertThatThrownBy(() -> commit(delivery, record(group, "before"), offset(7), consumer))
          .isInstanceOf(CommitAbortedException.class);
      awaitAssignment(consumer);
      assertThat(consumer.committed(Set.of(PARTITION)).get(PARTITION)).isNull();

      commit(delivery, record(group, "after"), offset(8), consumer);

      assertThat(consumer.committed(Set.of(PARTITION)).get(PARTITION).offset()).isEqualTo(8);
    }
  }

  private static void commit(
      Delivery delivery,
      List<ProducerRecord<String, byte[]>> records,
      Map<TopicPartition, OffsetAndMetadata> offsets,
      KafkaConsumer<String, byte[]> consumer) {
    delivery.deliver(records, offsets, consumer.groupMetadata());
    delivery.settle(consumer);
  }

  private static Map<String, Object> producer() {
    return Map.of(
        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
        BROKER.bootstrap(),
        ProducerConfig.ACKS_CONFIG,
        "all");
  }

  private static KafkaConsumer<String, byte[]> member(String group) {
    KafkaConsumer<String, byte[]> consumer = consumer(group);
    consumer.subscribe(List.of(Topics.FACES.name()));
    awaitAssignment(consumer);
    return consumer;
  }

  /** A member that was thrown out keeps its old assignment until it notices. */
  private static void awaitAssignment(KafkaConsumer<String, byte[]> consumer) {
    String before = consumer.groupMetadata().memberId();
    await()
        .atMost(LONG)
        .until(
            () -> {
              consumer.poll(Duration.ofMillis(100));
              return !consumer.assignment().isEmpty()
                  && !consumer.groupMetadata().memberId().equals(before);
            });
  }

  private static KafkaConsumer<String, byte[]> consumer(String group) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            BROKER.bootstrap(),
            ConsumerConfig.GROUP_ID_CONFIG,
            group,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest"),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  private static List<ProducerRecord<String, byte[]>> record(String key, String value) {
    return List.of(new ProducerRecord<>(Topics.PREDICTIONS.name(), key, value.getBytes(UTF_8)));
  }

  private static Map<TopicPartition, OffsetAndMetadata> offset(long offset) {
    return Map.of(PARTITION, new OffsetAndMetadata(offset));
  }

  /** The committed values under a key, in order. */
  private static List<String> committed(String key) throws Exception {
    try (KafkaConsumer<String, byte[]> consumer = consumer("reader")) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Topics.PREDICTIONS.name()).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      // A commit returns before its markers are written, so the reader's own ends may be too low.
      Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> ends =
          BROKER
              .admin()
              .listOffsets(
                  partitions.stream()
                      .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
              .all()
              .get();
      List<String> values = new ArrayList<>();
      await()
          .atMost(LONG)
          .until(
              () -> {
                consumer
                    .poll(Duration.ofMillis(100))
                    .forEach(
                        record -> {
                          if (record.key().equals(key)) {
                            values.add(new String(record.value(), UTF_8));
                          }
                        });
                return ends.entrySet().stream()
                    .allMatch(end -> consumer.position(end.getKey()) >= end.getValue().offset());
              });
      return values;
    }
  }
}
