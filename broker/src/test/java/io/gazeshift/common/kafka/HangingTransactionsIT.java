package io.gazeshift.common.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.broker.BrokerListener;
import io.gazeshift.broker.BrokerSettings;
import io.gazeshift.broker.EmbeddedBroker;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real broker whose log is cut back to where a partition has not got its marker. */
class HangingTransactionsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String NAME = "hanging";
  private static final TopicPartition PREDICTIONS =
      new TopicPartition(Topics.PREDICTIONS.name(), 3);

  @TempDir Path directory;

  @Test
  void readersOfCommittedRecordsGetPastATransactionThatTheCoordinatorHasForgotten()
      throws Exception {
    try (EmbeddedBroker broker = start();
        Admin admin = admin(broker)) {
      TopicSetup.ensure(admin, 1);
      commitOne(broker);
      await().atMost(PATIENCE).until(() -> isComplete(admin));
    }
    cutMarker(directory.resolve("kafka").resolve(PREDICTIONS.toString()));

    try (EmbeddedBroker broker = start();
        Admin admin = admin(broker)) {
      try (KafkaProducer<String, byte[]> next = producer(broker, NAME)) {
        next.initTransactions();
      }
      try (KafkaProducer<String, byte[]> other = producer(broker, "other")) {
        other.initTransactions();
        other.beginTransaction();
        other.send(record()).get();
        other.commitTransaction();
      }
      assertThat(end(admin, IsolationLevel.READ_COMMITTED)).as("it hangs").isZero();

      HangingTransactions.end(new KafkaAccess(broker.bootstrap(), Map.of()), NAME);

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(end(admin, IsolationLevel.READ_COMMITTED))
                      .isEqualTo(end(admin, IsolationLevel.READ_UNCOMMITTED))
                      .isPositive());
    }
  }

  private static void commitOne(EmbeddedBroker broker) throws Exception {
    try (KafkaProducer<String, byte[]> producer = producer(broker, NAME)) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(record()).get();
      producer.commitTransaction();
    }
  }

  private static ProducerRecord<String, byte[]> record() {
    return new ProducerRecord<>(
        PREDICTIONS.topic(), PREDICTIONS.partition(), "hall", "gaze".getBytes(UTF_8));
  }

  private static boolean isComplete(Admin admin) throws Exception {
    return admin.describeTransactions(List.of(NAME)).all().get().get(NAME).state()
        == TransactionState.COMPLETE_COMMIT;
  }

  private static long end(Admin admin, IsolationLevel level) throws Exception {
    return admin
        .listOffsets(Map.of(PREDICTIONS, OffsetSpec.latest()), new ListOffsetsOptions(level))
        .partitionResult(PREDICTIONS)
        .get()
        .offset();
  }

  /** The broker reads the whole log again if it does not seem to have been stopped properly. */
  private void cutMarker(Path partition) throws IOException {
    Files.deleteIfExists(directory.resolve("kafka/.kafka_cleanshutdown"));
    try (Stream<Path> files = Files.list(partition)) {
      for (Path snapshot : files.filter(file -> file.toString().endsWith(".snapshot")).toList()) {
        Files.delete(snapshot);
      }
    }
    try (FileRecords log =
        FileRecords.open(partition.resolve("00000000000000000000.log").toFile())) {
      FileChannelRecordBatch last = null;
      for (FileChannelRecordBatch batch : log.batches()) {
        last = batch;
      }
      assertThat(last).isNotNull();
      assertThat(last.isControlBatch()).isTrue();
      log.truncateTo(log.sizeInBytes() - last.sizeInBytes());
    }
  }

  private EmbeddedBroker start() throws InterruptedException {
    return EmbeddedBroker.start(BrokerSettings.in(directory), new BrokerListener() {});
  }

  private static Admin admin(EmbeddedBroker broker) {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
  }

  private static KafkaProducer<String, byte[]> producer(EmbeddedBroker broker, String name) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrap());
    settings.put("transactional.id", name);
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }
}
