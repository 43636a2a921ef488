package io.gazeshift.daemon.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.daemon.testing.EventLog;
import io.gazeshift.daemon.testing.Program;
import io.gazeshift.daemon.testing.RunningBroker;
import io.gazeshift.daemon.testing.SmallWorld;
import io.gazeshift.daemon.testing.TopicReader;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The adaptation program, killed or put to sleep in the middle of a run. */
class AdaptationKillIT {

  private static final List<String> DOMAINS = List.of("north", "south");
  private static final int BURSTS = 120;

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir Path home;

  @Test
  void aProcessKilledInTheMiddleOfARunEndsWhereItWouldHaveEndedWithout() throws Exception {
    SmallWorld world = new SmallWorld(home);
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap())) {
      Instant begin = Instant.now().minusSeconds(600);
      for (String domain : DOMAINS) {
        SmallWorld.send(producer, world.stream(domain, BURSTS, begin, 0, DOMAINS.indexOf(domain)));
      }
      try (Program program = adapt(world, "killed")) {
        events.awaitAny(event -> event.getStage() == Stage.STARTED);
        program.handle().destroyForcibly();
        program.handle().onExit().get();
      }
      try (Program program = adapt(world, "killed")) {
        for (String domain : DOMAINS) {
          events.await(domain, event -> event.getPublishedVersion() == 1);
        }
        // What is asked for runs on the samples that are there.
        try (Program asking = now("north")) {
          assertThat(asking.waitFor(Duration.ofMinutes(1))).as(asking::toString).isZero();
          assertThat(asking.out()).contains("north: head 2 is published, made from head 1");
        }
        assertThat(program.isAlive()).as(program::toString).isTrue();
        program.interrupt();
        assertThat(program.waitFor(Duration.ofMinutes(1))).as(program::toString).isZero();
      }
      for (String domain : DOMAINS) {
        List<AdaptationEvent> begun = events.of(domain, event -> event.getStage() == Stage.STARTED);
        assertThat(begun)
            .as("every run of %s had the same samples", domain)
            .extracting(AdaptationEvent::getTargetSamples)
            .containsOnly(begun.get(0).getTargetSamples());
        assertThat(begun)
            .extracting(AdaptationEvent::getFeaturesEndOffset)
            .containsOnly(begun.get(0).getFeaturesEndOffset());
      }
    }
    assertThat(published("north")).containsExactly("north@1", "north@2");
    assertThat(published("south")).containsExactly("south@1");
  }

  @Test
  void aProcessThatSleptWhileItsDomainWentToAnotherDoesNotPublishItsRun() throws Exception {
    SmallWorld world = new SmallWorld(home);
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap())) {
      Instant begin = Instant.now().minusSeconds(600);
      SmallWorld.send(producer, world.stream("west", BURSTS, begin, 0, 3));
      try (Program sleeper = adapt(world, "sleeper", "--set", "adapt.method=paper")) {
        events.await("west", event -> event.getStage() == Stage.STARTED);
        sleeper.signal("STOP");
        try (Program other = adapt(world, "other")) {
          assertThat(events.await("west", event -> EventLog.ENDS.contains(event.getStage())))
              .extracting(AdaptationEvent::getInstance, AdaptationEvent::getPublishedVersion)
              .containsExactly("other", 1L);
          sleeper.signal("CONT");
          await()
              .atMost(Duration.ofMinutes(1))
              .until(() -> sleeper.err().contains("went to another process"));
          assertThat(other.isAlive()).as(other::toString).isTrue();
          assertThat(sleeper.isAlive()).as(sleeper::toString).isTrue();
        }
      }
      assertThat(events.ends("west"))
          .extracting(AdaptationEvent::getInstance)
          .containsExactly("other");
    }
    assertThat(published("west")).containsExactly("west@1");
  }

  private static List<String> published(String domain) {
    return TopicReader.readAll(BROKER.bootstrap(), Topics.MODELS_HISTORY.name()).stream()
        .map(record -> record.key())
        .filter(key -> key.startsWith(domain + "@"))
        .toList();
  }

  private Program adapt(SmallWorld world, String instance, String... more) {
    String[] words = {
      "adapt",
      "--bank",
      world.bankFile().toString(),
      "--set",
      "infer.model=" + world.model(),
      "--set",
      "adapt.device=cpu",
      "--set",
      "adapt.min-samples=280",
      "--set",
      "adapt.gate=warn",
      "--set",
      "adapt.instance=" + instance
    };
    return start(Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new));
  }

  private Program now(String domain) {
    return start("adapt", "now", "--domain", domain);
  }

  private Program start(String... words) {
    String[] all = Arrays.copyOf(words, words.length + 2);
    all[words.length] = "--kafka";
    all[words.length + 1] = BROKER.bootstrap();
    return Program.start(
        home, Map.of("GAZESHIFT_OPTS", "-XX:TieredStopAtLevel=1 -Xshare:auto"), all);
  }
}
