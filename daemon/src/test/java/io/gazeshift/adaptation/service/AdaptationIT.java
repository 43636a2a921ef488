package io.gazeshift.adaptation.service;

import static io.gazeshift.testing.SmallModel.LAMP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.glance.GlanceMark;
import io.gazeshift.adaptation.request.AdaptationAsk;
import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.adaptation.run.KnowledgeSource;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.gate.LabelledFrame;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadFollower;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazeAngles;
import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.LogLines;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.SmallModel;
import io.gazeshift.testing.TopicReader;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The adaptation role on a real broker, from features to active heads. */
class AdaptationIT {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Author BY = Author.person("test");
  private static final int BURSTS = 120;
  private static final int MIN_SAMPLES = 280;

  private static final Set<Stage> ANSWERS = Set.of(Stage.DECLINED, Stage.CANCELLED);

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir static Path directory;

  private static SmallModel world;

  private final MeterRegistry registry = new SimpleMeterRegistry();

  @BeforeAll
  static void makeAWorld() throws Exception {
    world = new SmallModel(directory);
  }

  @Test
  void twoDomainsGoFromShiftToSwapAndBackAndARestartKnowsAllOfIt() throws Exception {
    ActiveHeads heads = new ActiveHeads(world.head().head());
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        HeadFollower follower = world.follower(kafka(), heads)) {
      follower.start();
      Instant begin = Instant.now().minusSeconds(600);
      AdaptationEvent manual;
      try (AdaptationService service = service("first")) {
        SmallModel.send(producer, world.stream("east", BURSTS, begin, LAMP, 5));
        SmallModel.send(producer, world.stream("west", BURSTS, begin, LAMP, 6));
        service.start();
        double unadapted = world.errorDeg(world.head().head(), LAMP, 1);
        for (String domain : List.of("east", "west")) {
          AdaptationEvent first = events.await(domain, AdaptationIT::isEnd);
          assertThat(first.getTrigger()).isEqualTo("first");
          assertThat(first.getStage()).isEqualTo(Stage.JUDGED);
          assertThat(first.getVerdict().getAccepted()).as(first.getExplanation()).isTrue();
          assertThat(first.getPublishedVersion()).isEqualTo(1);
          assertThat(first.getTargetSamples()).isBetween(MIN_SAMPLES, BURSTS * SmallModel.BURST);
          Path report = directory.resolve("reports").resolve(first.getReport());
          await()
              .atMost(LONG)
              .untilAsserted(
                  () ->
                      assertThat(report)
                          .content()
                          .contains(domain, "Loss, step by step", "time of the gate"));
          assertThat(first.getLossesList())
              .isNotEmpty()
              .allSatisfy(point -> assertThat(point.getStage()).isNotEmpty())
              .allSatisfy(point -> assertThat(point.getWeightedL1()).isPositive());
          assertThat(summary(domain)).contains("checks passed", "report " + first.getReport());
          await().atMost(LONG).until(() -> heads.headFor(domain).version() == 1);
          assertThat(world.errorDeg(heads.headFor(domain).head(), LAMP, 1))
              .as("degrees in %s, where the source head is off by %s", domain, unadapted)
              .isLessThan(unadapted / 2);
        }
        // The light turns round in the east alone.
        double turned = world.errorDeg(heads.headFor("east").head(), -LAMP, 1);
        SmallModel.send(
            producer, world.stream("east", 2 * BURSTS, begin.plusSeconds(300), -LAMP, 7));
        AdaptationEvent drift = events.awaitMany("east", 2, AdaptationIT::isEnd);
        assertThat(drift.getTrigger()).isEqualTo("drift");
        assertThat(drift.getVerdict().getAccepted()).as(drift.getExplanation()).isTrue();
        await()
            .atMost(LONG)
            .until(() -> world.errorDeg(heads.headFor("east").head(), -LAMP, 1) < turned / 2);
        rollBack("west");
        await().atMost(LONG).until(() -> heads.headFor("west").version() == 2);
        assertThat(heads.headFor("west").head()).isEqualTo(world.head().head());
        manual = ask("west");
        assertThat(manual.getTrigger()).isEqualTo("manual");
        assertThat(manual.getParentVersion()).isEqualTo(2);
        assertThat(manual.getPublishedVersion()).as(manual.getExplanation()).isEqualTo(3);
        pin("west");
        AdaptationEvent declined = ask("west");
        assertThat(declined.getStage()).isEqualTo(Stage.DECLINED);
        assertThat(declined.getExplanation()).contains("pinned", "unpin");
        assertThat(ask("nowhere").getExplanation()).contains("0 of 100 samples");
        await().atMost(LONG).until(() -> gauge("gazeshift.adapt.waiting") == 0);
      }
      double samples = gauge("gazeshift.adapt.buffer.samples");
      int ends = events.ends("west").size() + events.ends("east").size();
      MeterRegistry other = new SimpleMeterRegistry();
      try (AdaptationService again = service("first", other)) {
        again.start();
        await().atMost(LONG).until(() -> gauge(other, "gazeshift.adapt.buffer.samples") == samples);
        // Requests are answered after the runs that were due anyway.
        assertThat(ask("nowhere").getStage()).isEqualTo(Stage.DECLINED);
        assertThat(events.ends("west").size() + events.ends("east").size()).isEqualTo(ends);
        assertThat(events.all())
            .filteredOn(event -> event.getStage() == Stage.DECLINED)
            .extracting(AdaptationEvent::getRequestId)
            .doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void badFeaturesAreCountedAndTeachNothing() throws Exception {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService service = service("bad")) {
      List<FeatureSample> samples =
          world.stream("bad", BURSTS, Instant.now().minusSeconds(600), LAMP, 8);
      int half = samples.size() / 2;
      List<FeatureSample> bad = new ArrayList<>();
      for (FeatureSample sample : samples.subList(0, half)) {
        bad.add(sample.toBuilder().setFeatureFp16(SmallModel.halves(1, 2)).build());
      }
      for (FeatureSample sample : samples.subList(half, samples.size())) {
        bad.add(sample.toBuilder().setBackboneFingerprint("other").build());
      }
      SmallModel.send(producer, bad);
      service.start();
      await().atMost(LONG).until(() -> rejected("WRONG_LENGTH") == half);
      await().atMost(LONG).until(() -> rejected("OTHER_BACKBONE") == samples.size() - half);
      assertThat(ask("bad").getExplanation()).contains("0 of 100 samples");
      assertThat(events.ends("bad")).isEmpty();
      assertThat(published("bad")).isZero();
    }
  }

  @Test
  void aClockThatIsSetStartsNoRunAndPublishesNothing() throws Exception {
    AtomicReference<Duration> set = new AtomicReference<>(Duration.ZERO);
    InstantSource clock = () -> Instant.now().plus(set.get());
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        LogLines log = new LogLines(AdaptationLoop.class);
        AdaptationService service =
            service("clock", new SimpleMeterRegistry(), Map.of(), clock, KnownSite.SOURCE)) {
      SmallModel.send(
          producer, world.stream("clock", BURSTS, Instant.now().minusSeconds(600), LAMP, 9));
      service.start();
      assertThat(events.await("clock", AdaptationIT::isEnd).getPublishedVersion()).isEqualTo(1);
      rollBack("clock");
      assertThat(ask("clock").getPublishedVersion()).as("what a run would publish").isEqualTo(3);
      rollBack("clock");
      for (Duration jump : List.of(Duration.ofHours(7), Duration.ofDays(-400))) {
        String warning = "the system clock was set " + (jump.isNegative() ? "back" : "ahead");
        set.set(jump);
        await()
            .atMost(LONG)
            .untilAsserted(
                () -> assertThat(log.all()).anyMatch(line -> line.startsWith("WARN " + warning)));
        await()
            .during(Duration.ofSeconds(3))
            .atMost(LONG)
            .until(() -> events.of("clock", e -> e.getStage() == Stage.STARTED).size() == 2);
      }
      assertThat(published("clock")).isEqualTo(4);
      assertThat(service.failure()).isEmpty();
    }
  }

  @Test
  void aCandidateThatTheGateRejectsIsToldOfAndNotPublished() {
    // Glances that say the active head is right, in a light that makes a run think otherwise.
    List<LabelledFrame> glances = new ArrayList<>();
    for (FeatureSample sample : world.stream("held", 10, Instant.now(), LAMP, 12)) {
      float[] features = new float[SmallModel.WIDTH];
      TargetSample.of(sample).copyFeature(features, 0);
      GazeAngles gaze = sample.getPrediction();
      glances.add(
          new LabelledFrame(
              features,
              gaze.getPitch(),
              gaze.getYaw(),
              Long.toString(sample.getIdentity().getFrameSeq() / 36)));
    }
    KnowledgeSource knowledge =
        (domain, cameraToVirtual) ->
            new DomainKnowledge(KnownSite.SOURCE.of(domain, cameraToVirtual).site(), glances);
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService service =
            service("held", registry, Map.of(), InstantSource.system(), knowledge)) {
      SmallModel.send(
          producer, world.stream("held", BURSTS, Instant.now().minusSeconds(600), LAMP, 11));
      service.start();
      AdaptationEvent refused = events.await("held", AdaptationIT::isEnd);
      assertThat(refused.getStage()).isEqualTo(Stage.JUDGED);
      assertThat(refused.getVerdict().getAccepted()).isFalse();
      assertThat(refused.getVerdict().getChecksList())
          .filteredOn(check -> !check.getPassed())
          .singleElement()
          .satisfies(
              check -> {
                assertThat(check.getName()).isEqualTo("glances");
                assertThat(refused.getExplanation()).contains(check.getReason());
              });
      // So that the next run knows, on whichever process, how often each was looked at.
      assertThat(refused.getJudgedGlancesList())
          .containsExactlyInAnyOrderElementsOf(
              glances.stream()
                  .map(frame -> GlanceMark.of("held", frame.glance()))
                  .distinct()
                  .toList());
      assertThat(refused.getPublishedVersion()).isZero();
      assertThat(published("held")).isZero();
      assertThat(TopicReader.readAll(BROKER.bootstrap(), Topics.MODELS.name()))
          .extracting(ConsumerRecord::key)
          .doesNotContain("held");
    }
  }

  @Test
  void aPersonCancelsARunUnderWayAndOneThatWaits() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    RunListener holding =
        (domain, fraction) -> {
          if (!domain.equals("under-way")) {
            return;
          }
          try {
            held.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService service =
            service(
                config("cancel", "1h"),
                registry,
                Map.of(),
                InstantSource.system(),
                KnownSite.SOURCE,
                holding)) {
      Instant begin = Instant.now().minusSeconds(600);
      SmallModel.send(producer, world.stream("under-way", BURSTS, begin, LAMP, 5));
      service.start();
      events.await("under-way", event -> event.getStage() == Stage.STARTED);
      SmallModel.send(producer, world.stream("waits", BURSTS, begin, LAMP, 6));

      // Until its samples are read and enough, no run of it waits.
      await().atMost(LONG).until(() -> ask(Kind.CANCEL, "waits").getStage() == Stage.CANCELLED);
      try (ProgramProcess cancel =
          ProgramProcess.run(
              directory,
              Map.of(),
              "adapt",
              "cancel",
              "--domain=under-way",
              "--author=test",
              "--kafka=" + BROKER.bootstrap())) {
        assertThat(cancel.exitCode()).as(cancel::toString).isZero();
        assertThat(cancel.out())
            .contains("under-way: cancelled by person test: run under-way-", " is broken off");
      }
      held.countDown();

      for (String domain : List.of("under-way", "waits")) {
        AdaptationEvent end = events.await(domain, AdaptationIT::isEnd);
        assertThat(end.getStage()).isEqualTo(Stage.FAILED);
        assertThat(end.getExplanation()).contains("cancelled by person test");
        AdaptationEvent nothing = ask(Kind.CANCEL, domain);
        assertThat(nothing.getStage()).isEqualTo(Stage.DECLINED);
        assertThat(nothing.getExplanation()).contains("no run of this domain");
        assertThat(published(domain)).isZero();
      }
      assertThat(events.of("waits", event -> event.getStage() == Stage.STARTED)).isEmpty();
    }
  }

  @Test
  void aCandidateThatHasToRunsBesideTheActiveHeadFirst() {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService service = service("shadow", registry, Map.of("shade", 100))) {
      Instant begin = Instant.now().minusSeconds(600);
      SmallModel.send(producer, world.stream("shade", BURSTS, begin, LAMP, 5));
      service.start();
      AdaptationEvent shadowed = events.await("shade", event -> event.getStage() == Stage.SHADOWED);
      assertThat(shadowed.getPublishedVersion()).isZero();
      SmallModel.send(producer, world.stream("shade", BURSTS, begin.plusSeconds(300), LAMP, 6));
      AdaptationEvent end = events.await("shade", event -> event.getTrigger().equals("shadow"));
      assertThat(end.getStage()).isEqualTo(Stage.JUDGED);
      assertThat(end.getVerdict().getChecksList()).isNotEmpty();
      assertThat(end.getVerdict().getAccepted()).as(end.getExplanation()).isTrue();
      assertThat(end.getPublishedVersion()).isEqualTo(1);
    }
  }

  @Test
  void aHeadWhosePredictionsGoWrongIsTakenBack() {
    publish(by -> by.introduce("lapse", world.head(), 0, "for a test", Author.SERVICE));
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService service = service("lapse")) {
      service.start();
      // Seven minutes by the camera's clock, in which the gaze jumps to and fro.
      SmallModel.send(producer, world.jumping("lapse", 4200, Instant.now().minusSeconds(600), 1));
      AdaptationEvent event = events.await("lapse", told -> told.getStage() == Stage.ROLLED_BACK);
      assertThat(event.getPublishedVersion()).isEqualTo(2);
      assertThat(event.getExplanation()).contains("head 1 was worse than head 0");
    }
    try (HeadVersions versions = new HeadVersions(kafka(), TrustedKeys.none())) {
      versions.refresh();
      assertThat(versions.require("lapse").getRestoredVersion()).isZero();
      assertThat(versions.require("lapse").getAuthor()).isEqualTo("service");
    }
  }

  /** The domain's heads, including those that are no longer active. */
  private static int published(String domain) {
    try (HeadVersions versions = new HeadVersions(kafka(), TrustedKeys.none())) {
      versions.refresh();
      return versions.versions(domain).size();
    }
  }

  private double rejected(String reason) {
    return registry.find("gazeshift.adapt.rejected").tag("reason", reason).counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  private static boolean isEnd(AdaptationEvent event) {
    return EventLog.ENDS.contains(event.getStage());
  }

  private double gauge(String name) {
    return gauge(registry, name);
  }

  /** Of all domains. */
  private static double gauge(MeterRegistry registry, String name) {
    return registry.find(name).gauges().stream().mapToDouble(Gauge::value).sum();
  }

  private AdaptationEvent ask(String domain) throws InterruptedException {
    return ask(Kind.ADAPT, domain);
  }

  private static AdaptationEvent ask(Kind kind, String domain) throws InterruptedException {
    try (AdaptationAsk ask =
        new AdaptationAsk(kafka(), kind, domain, "person test", InstantSource.system())) {
      return await()
          .atMost(LONG)
          .until(
              () ->
                  ask.poll(Duration.ofMillis(100)).stream()
                      .filter(event -> isEnd(event) || ANSWERS.contains(event.getStage()))
                      .findFirst(),
              Optional::isPresent)
          .orElseThrow();
    }
  }

  private static String summary(String domain) {
    try (HeadVersions versions = new HeadVersions(kafka(), TrustedKeys.none())) {
      versions.refresh();
      return versions.require(domain, 1).getReportSummary();
    }
  }

  private void rollBack(String domain) {
    publish(by -> by.restoreSource(domain, world.head(), Pin.AS_BEFORE, "for a test", BY));
  }

  private void pin(String domain) {
    publish(by -> by.pin(domain, Pin.PINNED, "for a test", BY));
  }

  private static void publish(Function<Registrar, Publication> making) {
    try (HeadVersions versions = new HeadVersions(kafka(), TrustedKeys.none());
        HeadPublisher publisher = new HeadPublisher(kafka(), versions)) {
      Registrar registrar = new Registrar(versions, Optional.empty(), InstantSource.system());
      publisher.publish(() -> making.apply(registrar));
    }
  }

  private AdaptationService service(String group) {
    return service(group, registry);
  }

  private static AdaptationService service(String group, MeterRegistry meters) {
    return service(group, meters, Map.of());
  }

  private static AdaptationService service(
      String group, MeterRegistry meters, Map<String, Integer> shadows) {
    return service(group, meters, shadows, InstantSource.system(), KnownSite.SOURCE);
  }

  private static AdaptationService service(
      String group,
      MeterRegistry meters,
      Map<String, Integer> shadows,
      InstantSource clock,
      KnowledgeSource knowledge) {
    return service(config(group), meters, shadows, clock, knowledge, RunListener.NONE);
  }

  private static AdaptationService service(
      AdaptConfig config,
      MeterRegistry meters,
      Map<String, Integer> shadows,
      InstantSource clock,
      KnowledgeSource knowledge,
      RunListener listener) {
    return new AdaptationService(
        kafka(),
        config,
        Source.read(config, ModelDirectory.of(world.model()), world.fingerprint()),
        new HeadKeys(TrustedKeys.none(), Optional.empty()),
        new DomainRules(knowledge, shadows, Set.of()),
        new AdaptRuntime(listener, BoundedMeters.of(meters), clock));
  }

  private static KafkaAccess kafka() {
    return new KafkaAccess(BROKER.bootstrap(), Map.of());
  }

  private static AdaptConfig config(String group) {
    return config(group, "1s");
  }

  private static AdaptConfig config(String group, String driftInterval) {
    Map<String, String> settings =
        Map.of(
            "adapt.bank",
            world.bankFile().toString(),
            "adapt.device",
            "cpu",
            "adapt.min-samples",
            Integer.toString(MIN_SAMPLES),
            "adapt.drift-interval",
            driftInterval,
            "adapt.report-dir",
            directory.resolve("reports").toString(),
            "adapt.group",
            group,
            "adapt.instance",
            "only");
    List<GivenValue> given =
        settings.entrySet().stream()
            .map(setting -> GivenValue.text(setting.getKey(), setting.getValue(), "--set"))
            .toList();
    return GazeshiftConfig.load(Optional.empty(), Map.of("HOME", directory.toString()), given)
        .adapt();
  }
}
