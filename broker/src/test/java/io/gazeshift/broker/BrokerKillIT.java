package io.gazeshift.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The embedded broker, killed with -9 again and again while it ends transactions: {@code
 * -Dgazeshift.kills=20} for as many as one likes.
 */
class BrokerKillIT {

  private static final int KILLS = Integer.getInteger("gazeshift.kills", 2);
  private static final int PRODUCERS = 6;
  private static final int SPREAD_COMMITS = 40;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final RestartPolicy AGAIN_AND_AGAIN =
      new RestartPolicy(KILLS, Duration.ofDays(1), Duration.ofMillis(10), Duration.ofMillis(10));

  private static final RestartPolicy LEFT_DOWN =
      new RestartPolicy(0, Duration.ofDays(1), Duration.ofMillis(10), Duration.ofMillis(10));

  @TempDir Path directory;

  private final Random random = new Random(9);

  @Test
  void everyTransactionCommitsWholeOrNotAtAllHoweverOftenTheBrokerIsKilled() throws Exception {
    try (EmbeddedBroker broker = start(AGAIN_AND_AGAIN)) {
      ensureTopics(broker);
      List<TransactionLoad> loads =
          IntStream.range(0, PRODUCERS)
              .mapToObj(number -> new TransactionLoad(broker.bootstrap(), "load" + number))
              .toList();
      awaitCommitsOfAll(loads);
      for (int kill = 0; kill < KILLS; kill++) {
        awaitCommitsInAll(loads, random.nextInt(SPREAD_COMMITS));
        ProcessHandle.of(broker.pid()).orElseThrow().destroyForcibly();
        loads.forEach(TransactionLoad::beginAnew);
        awaitCommitsOfAll(loads);
      }
      for (TransactionLoad load : loads) {
        load.close();
      }

      loads.forEach(BrokerKillIT::assertWhole);
    }
  }

  /** A kill rarely falls there by itself: the log is cut back to it. */
  @Test
  void aCommitThatWasDecidedAndHadReachedSomePartitionsOnlyReachesAllAfterTheKill()
      throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      try (EmbeddedBroker broker = start(LEFT_DOWN)) {
        commitSome(broker);
        ProcessHandle.of(broker.pid()).orElseThrow().destroyForcibly();
        await().atMost(PATIENCE).until(() -> !broker.isRunning());
      }
      // Predictions keep their marker.
      LogTail features = LogTail.of(onlyPartition(Topics.FEATURES.name()));
      LogTail offsets = LogTail.of(directory.resolve("kafka/__consumer_offsets-0"));
      assertThat(List.of(features.control(), offsets.control())).containsExactly(true, true);
      features.cut();
      offsets.cut();
      LogTail.of(directory.resolve("kafka/__transaction_state-0")).cut();
    }
    try (EmbeddedBroker broker = start(LEFT_DOWN)) {
      commitSome(broker);
    }
  }

  /** The session of the killed one would last longer than a start may take. */
  @Test
  void aKilledBrokerServesAgainWithoutWaitingForItsOldSession() throws Exception {
    BrokerSettings usual = BrokerSettings.in(directory);
    BrokerSettings patient =
        new BrokerSettings(
            usual.dataDir(),
            usual.bindAddress(),
            usual.advertisedHost(),
            usual.port(),
            usual.heapMiB(),
            usual.startTimeout().multipliedBy(10),
            usual.startTimeout(),
            usual.stopTimeout(),
            usual.minFreeMiB());
    try (EmbeddedBroker broker = start(patient, LEFT_DOWN)) {
      commitSome(broker);
      ProcessHandle.of(broker.pid()).orElseThrow().destroyForcibly();
      await().atMost(PATIENCE).until(() -> !broker.isRunning());
    }
    try (EmbeddedBroker broker = start(patient, LEFT_DOWN)) {
      commitSome(broker);
    }
  }

  private EmbeddedBroker start(RestartPolicy policy) throws InterruptedException {
    return start(BrokerSettings.in(directory), policy);
  }

  private static EmbeddedBroker start(BrokerSettings settings, RestartPolicy policy)
      throws InterruptedException {
    return EmbeddedBroker.start(settings, new BrokerListener() {}, policy);
  }

  private static void commitSome(EmbeddedBroker broker) throws Exception {
    ensureTopics(broker);
    TransactionLoad load = new TransactionLoad(broker.bootstrap(), "load");
    try (load) {
      awaitCommitsOfAll(List.of(load));
    }
    await().atMost(PATIENCE).until(load::isComplete);
    assertWhole(load);
  }

  /** Where the records of the load are; it has one key. */
  private Path onlyPartition(String topic) throws IOException {
    try (Stream<Path> partitions = Files.list(directory.resolve("kafka"))) {
      return partitions
          .filter(partition -> partition.getFileName().toString().startsWith(topic + "-"))
          .filter(partition -> partition.resolve("00000000000000000000.log").toFile().length() > 0)
          .findFirst()
          .orElseThrow();
    }
  }

  private static void ensureTopics(EmbeddedBroker broker) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
      TopicSetup.ensure(admin, 1);
    }
  }

  private static void assertWhole(TransactionLoad load) {
    List<Long> all = LongStream.range(0, load.committedOffset()).boxed().toList();
    for (String topic : TransactionLoad.TOPICS) {
      assertThat(load.committedNumbers(topic)).isEqualTo(all);
    }
  }

  /** So that each kill falls into another moment of the transactions. */
  private static void awaitCommitsInAll(List<TransactionLoad> loads, int more) {
    long before = loads.stream().mapToLong(TransactionLoad::count).sum();
    await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(PATIENCE)
        .until(() -> loads.stream().mapToLong(TransactionLoad::count).sum() >= before + more);
  }

  private static void awaitCommitsOfAll(List<TransactionLoad> loads) {
    List<Long> before = loads.stream().map(TransactionLoad::count).toList();
    await("commits of all of " + loads)
        .atMost(PATIENCE)
        .until(
            () ->
                IntStream.range(0, loads.size())
                    .allMatch(load -> loads.get(load).count() > before.get(load) + 5));
  }
}
