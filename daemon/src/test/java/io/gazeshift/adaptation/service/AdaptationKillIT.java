package io.gazeshift.adaptation.service;

import static io.gazeshift.testing.SmallModel.LAMP;
import static io.gazeshift.testing.SmallModel.PRIOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.domains.DomainLimit;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.adaptation.run.Frames;
import io.gazeshift.adaptation.run.KnowledgeSource;
import io.gazeshift.adaptation.run.Methods;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadFollower;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.SmallModel;
import io.gazeshift.testing.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
  void twoDomainsGoFromShiftToSwapAndBackAndAKillInTheMiddleChangesNothing() throws Exception {
    SmallModel world = new SmallModel(home);
    Instant begin = Instant.now().minusSeconds(600);
    List<ActiveHeads> active =
        List.of(new ActiveHeads(world.head().head()), new ActiveHeads(world.head().head()));
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        HeadFollower one = world.follower(kafka(), active.get(0));
        HeadFollower other = world.follower(kafka(), active.get(1))) {
      one.start();
      other.start();
      send(producer, world, BURSTS, begin, LAMP);
      try (ProgramProcess program = adapt(world, "killed")) {
        awaitHeads(events, 1, "first");
        end(program);
      }
      awaitActive(active, 1, 1);
      // The light turns round; a process that notices is killed while it adapts.
      send(producer, world, 2 * BURSTS, begin.plusSeconds(300), -LAMP);
      try (ProgramProcess program = adapt(world, "killed")) {
        events.awaitAny(
            event -> event.getStage() == Stage.STARTED && event.getTrigger().equals("drift"));
        program.handle().destroyForcibly();
        program.handle().onExit().get();
      }
      try (ProgramProcess program = adapt(world, "killed")) {
        awaitHeads(events, 2, "drift");
        awaitActive(active, 2, 2);
        for (String domain : DOMAINS) {
          try (ProgramProcess rollback = start("models", "rollback", "--domain", domain)) {
            assertThat(rollback.waitFor(Duration.ofMinutes(1))).as(rollback::toString).isZero();
          }
        }
        awaitActive(active, 3, 1);
        assertThat(program.isAlive()).as(program::toString).isTrue();
        end(program);
      }
      for (String domain : DOMAINS) {
        List<AdaptationEvent> ends = events.ends(domain);
        assertThat(ends).extracting(AdaptationEvent::getPublishedVersion).containsExactly(1L, 2L);
        Head first = head(domain, 1);
        assertThat(first).isEqualTo(whatARunMakes(world, ends.get(0)));
        assertThat(head(domain, 2))
            .as("the result of a run on the same samples without a kill")
            .isEqualTo(whatARunMakes(world, ends.get(1)));
        assertThat(world.errorDeg(head(domain, 2), -LAMP, 1))
            .isLessThan(world.errorDeg(first, -LAMP, 1) / 2);
      }
    }
    assertThat(published("north")).containsExactly("north@1", "north@2", "north@3");
    assertThat(published("south")).containsExactly("south@1", "south@2", "south@3");
  }

  /**
   * Waits until every inference process would predict by this version.
   *
   * @param weights the version whose weights it has
   */
  private static void awaitActive(List<ActiveHeads> active, long version, long weights) {
    for (String domain : DOMAINS) {
      Head expected = head(domain, weights);
      for (ActiveHeads heads : active) {
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(
                () -> {
                  assertThat(heads.headFor(domain).version()).isEqualTo(version);
                  assertThat(heads.headFor(domain).head()).isEqualTo(expected);
                });
      }
    }
  }

  private static KafkaAccess kafka() {
    return new KafkaAccess(BROKER.bootstrap(), Map.of());
  }

  private static void send(
      KafkaProducer<String, byte[]> producer,
      SmallModel world,
      int bursts,
      Instant begin,
      double light) {
    for (String domain : DOMAINS) {
      SmallModel.send(
          producer, world.stream(domain, bursts, begin, light, DOMAINS.indexOf(domain)));
    }
  }

  private static void awaitHeads(EventLog events, long version, String trigger) {
    for (String domain : DOMAINS) {
      AdaptationEvent event =
          events.awaitMany(domain, (int) version, e -> EventLog.ENDS.contains(e.getStage()));
      assertThat(event.getTrigger()).isEqualTo(trigger);
      assertThat(event.getVerdict().getAccepted()).as(event.getExplanation()).isTrue();
      assertThat(event.getPublishedVersion()).isEqualTo(version);
    }
  }

  private static void end(ProgramProcess program) throws Exception {
    program.interrupt();
    assertThat(program.waitFor(Duration.ofMinutes(1))).as(program::toString).isZero();
  }

  private static Head head(String domain, long version) {
    try (HeadVersions versions = new HeadVersions(kafka(), TrustedKeys.none())) {
      versions.refresh();
      return HeadRecords.file(versions.require(domain, version)).head();
    }
  }

  /** The same without processes: the records that a run had, and what adaptation makes of them. */
  private Head whatARunMakes(SmallModel world, AdaptationEvent run) {
    Head start = world.head().head();
    GazeshiftConfig config =
        GazeshiftConfig.load(
            Optional.of(site()),
            Map.of("HOME", home.toString()),
            List.of(GivenValue.text("adapt.bank", world.bankFile().toString(), "--set")));
    Source source =
        Source.read(config.adapt(), ModelDirectory.of(world.model()), world.fingerprint());
    AdaptSetup setup =
        new AdaptSetup(
            kafka(),
            config.adapt(),
            source,
            new HeadKeys(TrustedKeys.none(), Optional.empty()),
            new DomainRules(KnowledgeSource.UNKNOWN, Map.of(), Set.of()),
            new AdaptRuntime(
                RunListener.NONE,
                BoundedMeters.of(new SimpleMeterRegistry()),
                InstantSource.system()));
    AssignedDomains share =
        new AssignedDomains(
            setup.admission(),
            setup.buffer(),
            new PastRuns(),
            setup.meters(),
            List.of(),
            new DomainLimit(100, false, Set.of(), domain -> false));
    share.assign(run.getFeaturesPartition(), run.getFeaturesEndOffset());
    TopicReader.readAll(BROKER.bootstrap(), Topics.FEATURES.name()).stream()
        .filter(record -> record.offset() < run.getFeaturesEndOffset())
        .forEach(share::take);
    OwnedPartition partition = share.partition(run.getFeaturesPartition()).orElseThrow();
    partition.readUpTo(run.getFeaturesEndOffset());
    TargetSnapshot samples = share.ready(run.getDomain()).orElseThrow().snapshot();
    assertThat(samples.size()).isEqualTo(run.getTargetSamples());
    SiteKnowledge site =
        SitePriors.of(config.domains(), config.cameraDomains())
            .forDomain(run.getDomain())
            .orElseThrow()
            .inVirtualAxes(Frames.rotations(samples.training()));
    return Methods.configured(config.adapt().method(), source.split().adaptation())
        .on("cpu", Frames.fixated(samples.training(), start, setup.buffer().gap()), site)
        .run(start, progress -> {}, () -> false)
        .account()
        .head();
  }

  private Path site() {
    try {
      return Files.writeString(
          home.resolve("site.yaml"),
          "domains:\n"
              + Stream.of("north", "south", "west")
                  .map(domain -> "  - {name: %s, prior: [%s]}\n".formatted(domain, PRIOR))
                  .collect(Collectors.joining()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aProcessThatSleptWhileItsDomainWentToAnotherDoesNotPublishItsRun() throws Exception {
    SmallModel world = new SmallModel(home);
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap())) {
      Instant begin = Instant.now().minusSeconds(600);
      SmallModel.send(producer, world.stream("west", BURSTS, begin, LAMP, 3));
      try (ProgramProcess sleeper = adapt(world, "sleeper", "--set", "adapt.method=paper")) {
        events.await("west", event -> event.getStage() == Stage.STARTED);
        sleeper.signal("STOP");
        try (ProgramProcess other = adapt(world, "other")) {
          assertThat(events.await("west", event -> EventLog.ENDS.contains(event.getStage())))
              .extracting(AdaptationEvent::getInstance, AdaptationEvent::getPublishedVersion)
              .containsExactly("other", 1L);
          sleeper.signal("CONT");
          await()
              .atMost(Duration.ofMinutes(1))
              .until(() -> sleeper.err().contains("was reassigned"));
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

  private ProgramProcess adapt(SmallModel world, String instance, String... more) {
    String[] words = {
      "adapt",
      "--config",
      site().toString(),
      "--bank",
      world.bankFile().toString(),
      "--set",
      "infer.model=" + world.model(),
      "--set",
      "adapt.device=cpu",
      "--set",
      "adapt.min-samples=280",
      "--set",
      "adapt.drift-interval=1s",
      "--set",
      "adapt.instance=" + instance
    };
    return start(Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new));
  }

  private ProgramProcess start(String... words) {
    String[] all = Arrays.copyOf(words, words.length + 2);
    all[words.length] = "--kafka";
    all[words.length + 1] = BROKER.bootstrap();
    return ProgramProcess.start(home, Map.of(), all);
  }
}
