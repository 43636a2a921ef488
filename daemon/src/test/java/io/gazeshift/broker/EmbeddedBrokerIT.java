package io.gazeshift.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.UserError;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.TopicReader;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {

  private static final String TOPIC = Topics.PREDICTIONS.name();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;

  @AfterEach
  void noProcessIsLeft() {
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void recordsAndClusterIdSurviveARestartAndCloseLeavesNoProcess() throws Exception {
    String clusterId;
    ProcessHandle first;
    try (EmbeddedBroker broker = start(new Events())) {
      first = ProcessHandle.of(broker.pid()).orElseThrow();
      clusterId = clusterId(broker);
      ensureTopics(broker);
      try (KafkaProducer<String, byte[]> producer = RunningBroker.producer(broker.bootstrap())) {
        producer.send(new ProducerRecord<>(TOPIC, "cam0", new byte[] {42})).get();
      }
    }
    assertThat(first.isAlive()).isFalse();

    try (EmbeddedBroker broker = start(new Events())) {
      assertThat(clusterId(broker)).isEqualTo(clusterId);
      assertThat(TopicReader.readAll(broker.bootstrap(), TOPIC))
          .singleElement()
          .satisfies(record -> assertThat(record.value()).containsExactly(42));
    }
    assertThat(Files.size(directory.resolve("logs/broker.log"))).isPositive();
  }

  @Test
  void killedUnderLoadItComesBackOnItsPortAndNoAcknowledgedRecordIsLost() throws Exception {
    Events events = new Events();
    try (EmbeddedBroker broker = start(events)) {
      ensureTopics(broker);
      String bootstrap = broker.bootstrap();
      long killed = broker.pid();
      AcknowledgedLoad load = new AcknowledgedLoad(bootstrap, TOPIC);
      try (load) {
        await().atMost(PATIENCE).until(() -> load.count() > 2_000);

        ProcessHandle.of(killed).orElseThrow().destroyForcibly();

        assertThat(events.next()).isEqualTo("died " + killed + " 137");
        assertThat(events.next()).isEqualTo("restarted " + broker.pid());
        int atRestart = load.count();
        await().atMost(PATIENCE).until(() -> load.count() > atRestart + 2_000);
      }

      List<Long> stored =
          TopicReader.readAll(bootstrap, TOPIC).stream()
              .map(record -> AcknowledgedLoad.numberOf(record.value()))
              .toList();
      assertThat(stored).doesNotHaveDuplicates();
      assertThat(new HashSet<>(stored).containsAll(load.numbers())).isTrue();
      assertThat(broker.pid()).isNotEqualTo(killed);
      assertThat(broker.bootstrap()).isEqualTo(bootstrap);
    }
  }

  @Test
  void aParentThatIsKilledTakesItsBrokerWithItAndANewOneCanStartAtOnce() throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            ParentMain.class.getName(),
            directory.toString());
    command.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process parent = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = parent.inputReader()) {
      ProcessHandle orphan = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
      int port = Integer.parseInt(lines.readLine());
      assertThat(orphan.isAlive()).isTrue();

      parent.destroyForcibly().waitFor();

      try (EmbeddedBroker next =
          EmbeddedBroker.start(settings().withPort(port), new BrokerListener() {})) {
        assertThat(next.isRunning()).isTrue();
        // Its command disappears with it, even if no parent collects the exit code of the orphan.
        await().atMost(PATIENCE).until(() -> orphan.info().command().isEmpty());
      }
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void aBrokerThatCannotComeBackIsReportedAfterAFewTries() throws Exception {
    Events events = new Events();
    RestartPolicy twice =
        new RestartPolicy(2, Duration.ofHours(1), Duration.ofMillis(10), Duration.ofMillis(10));
    int port;
    try (EmbeddedBroker broker = EmbeddedBroker.start(settings(), events, twice)) {
      port = portOf(broker);
      Files.writeString(
          directory.resolve("kafka/meta.properties"), "version=1\nnode.id=77\ncluster.id=x\n");

      ProcessHandle.of(broker.pid()).orElseThrow().destroyForcibly();

      assertThat(events.next()).startsWith("died");
      assertThat(events.next()).startsWith("failed broker: could not start (");
      assertThat(events.next()).startsWith("failed broker: could not start (");
      assertThat(events.next()).startsWith("gave up broker: could not start (");
      assertThat(broker.isRunning()).isFalse();
    }
    Ports.rejectUnusable("127.0.0.1", port); // nothing holds it any more
  }

  @Test
  void signalsToTheWholeGroupAreLeftToTheParentToHandle() throws Exception {
    Events events = new Events();
    try (EmbeddedBroker broker = start(events)) {
      for (String signal : List.of("-INT", "-HUP", "-TERM")) {
        assertThat(
                new ProcessBuilder("kill", signal, Long.toString(broker.pid())).start().waitFor())
            .isZero();
      }
      ensureTopics(broker);
      assertThat(events.isEmpty()).isTrue();
    }
  }

  static int portOf(EmbeddedBroker broker) {
    return Integer.parseInt(broker.bootstrap().substring("127.0.0.1:".length()));
  }

  private BrokerSettings settings() {
    return BrokerSettings.in(directory);
  }

  private EmbeddedBroker start(Events events) throws InterruptedException {
    return EmbeddedBroker.start(settings(), events);
  }

  private static void ensureTopics(EmbeddedBroker broker) {
    try (Admin admin = admin(broker)) {
      TopicSetup.ensure(admin, 1);
    }
  }

  private static String clusterId(EmbeddedBroker broker) throws Exception {
    try (Admin admin = admin(broker)) {
      return admin.describeCluster().clusterId().get();
    }
  }

  private static Admin admin(EmbeddedBroker broker) {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
  }

  /** What the listener heard, in order. */
  private static final class Events implements BrokerListener {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Override
    public void died(long pid, int exitCode) {
      heard.add("died " + pid + " " + exitCode);
    }

    @Override
    public void restarted(long pid, Duration outage) {
      heard.add("restarted " + pid);
    }

    @Override
    public void restartFailed(UserError reason) {
      heard.add("failed " + reason.getMessage());
    }

    @Override
    public void gaveUp(UserError reason) {
      heard.add("gave up " + reason.getMessage());
    }

    String next() throws InterruptedException {
      return heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    boolean isEmpty() {
      return heard.isEmpty();
    }
  }
}
