package io.gazeshift.adaptation.service;

import static io.gazeshift.testing.SmallModel.LAMP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadFollower;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.SmallModel;
import io.gazeshift.testing.TestHeads;
import io.gazeshift.testing.TopicReader;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What once stopped or flooded adaptation, on a real broker, with other domains meanwhile. */
class AdaptationStallIT {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final int BURSTS = 120;

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir static Path directory;

  private static SmallModel world;

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final Instant begin = Instant.now().minusSeconds(600);

  @BeforeAll
  static void makeAWorld() throws Exception {
    world = new SmallModel(directory);
  }

  @Test
  void aHeadThatIsTooLargeForTheTopicFailsItsRunAndTheOthersGoOn() throws Exception {
    // Its name alone makes its head the larger one.
    String large = "large-" + "e".repeat(150);
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService service = service("size", Map.of(), Set.of())) {
      service.start();
      SmallModel.send(producer, world.stream("before", BURSTS, begin, LAMP, 5));
      assertPublished(events, "before");
      limitHeads(sizeOfHead("before") + 200);
      SmallModel.send(producer, world.stream(large, BURSTS, begin, LAMP, 5));
      SmallModel.send(producer, world.stream("after", BURSTS, begin, LAMP, 6));

      AdaptationEvent failed = events.await(large, AdaptationStallIT::isEnd);
      assertThat(failed.getStage()).isEqualTo(Stage.FAILED);
      assertThat(failed.getExplanation()).startsWith("could not be published: ");
      assertThat(failed.getPublishedVersion()).isZero();
      assertPublished(events, "after");
      assertThat(started(events, large)).as("backs off").isEqualTo(1);
      assertThat(counted("gazeshift.adapt.restarts")).isZero();
      assertThat(service.failure()).isEmpty();
    } finally {
      limitHeads(Topics.MODELS.maxMessageBytes());
    }
  }

  @Test
  void inventedNamesFillNothing() {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService service = service("names", Map.of("adapt.max-domains", "40"), Set.of())) {
      List<FeatureSample> real = world.stream("real", BURSTS, begin, LAMP, 7);
      int learnt = 15 * SmallModel.BURST;
      service.start();
      SmallModel.send(producer, real.subList(0, learnt));
      await().atMost(LONG).until(() -> samples("real") >= 40);
      for (int i = 0; i < 300; i++) {
        SmallModel.send(producer, world.stream("invented-" + i, 1, begin, LAMP, i));
      }
      SmallModel.send(producer, real.subList(learnt, real.size()));

      assertPublished(events, "real");
      await().atMost(LONG).until(() -> counted("gazeshift.adapt.domains.evicted") >= 260);
      await().atMost(LONG).until(() -> gauge("gazeshift.adapt.lag") == 0);
      assertThat(gauge("gazeshift.adapt.domains")).isLessThanOrEqualTo(40);
      assertThat(samples("real")).isGreaterThan(learnt);
      assertThat(service.failure()).isEmpty();
    }
  }

  @Test
  void whereOnlyConfiguredDomainsAreWantedNoOtherIsLearnt() {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService service =
            service(
                "listed",
                Map.of("adapt.only-configured-domains", "true"),
                Set.of("listed"),
                Map.of())) {
      SmallModel.send(producer, world.stream("unlisted", BURSTS, begin, LAMP, 8));
      SmallModel.send(producer, world.stream("listed", BURSTS, begin, LAMP, 9));
      service.start();
      assertPublished(events, "listed");
      await().atMost(LONG).until(() -> rejected("UNKNOWN_DOMAIN") >= BURSTS * SmallModel.BURST);
      assertThat(gauge("gazeshift.adapt.domains")).isEqualTo(1);
      assertThat(events.of("unlisted", event -> true)).isEmpty();
    }
  }

  @Test
  void candidatesThatAreDroppedInShadowMakeTheirDomainWaitAtOnce() {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService service =
            service(
                "shadow",
                Map.of("adapt.interval", "1s", "adapt.only-configured-domains", "true"),
                Set.of("shade", "sun"),
                Map.of("shade", 100_000))) {
      SmallModel.send(producer, world.stream("shade", BURSTS, begin, LAMP, 5));
      service.start();
      for (int trial = 1; trial <= 3; trial++) {
        events.awaitMany("shade", trial, event -> event.getStage() == Stage.SHADOWED);
        // Another head seems to have become active: the trial ends.
        FeatureSample face = world.stream("shade", 1, Instant.now(), LAMP, 60 + trial).get(0);
        SmallModel.send(producer, List.of(face.toBuilder().setModelVersion(7).build()));
        AdaptationEvent dropped =
            events.awaitMany("shade", trial, event -> event.getTrigger().equals("shadow"));
        assertThat(dropped.getVerdict().getAccepted()).isFalse();
      }
      // Two setbacks are borne; after the third the domain waits for an hour, others do not.
      int before = started(events, "shade");
      SmallModel.send(producer, world.stream("sun", BURSTS, begin, LAMP, 6));
      events.awaitMany("sun", 4, event -> event.getStage() == Stage.STARTED);
      assertThat(before).isEqualTo(3);
      assertThat(started(events, "shade")).isEqualTo(before);
    }
  }

  @Test
  void twoHeadsOfOneVersionAreMadeOneAtTheStart() throws Exception {
    ActiveHeads heads = new ActiveHeads(world.head().head());
    Head winner = TestHeads.constant(SmallModel.WIDTH, 0.1f, 0);
    Head loser = TestHeads.constant(SmallModel.WIDTH, 0.2f, 0);
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        HeadFollower follower = world.follower(kafka(), heads)) {
      // One of two publishers has lost a race, and died before it could repair the topic.
      send(producer, head("raced", 1, winner));
      send(producer, head("raced", 1, loser));
      // The same after compaction, which kept what inference had rejected and told of.
      send(producer, head("compacted", 1, loser));
      send(producer, rejection("compacted", 1));
      // Nothing to repair: a later head followed.
      send(producer, head("repaired", 1, loser));
      send(producer, rejection("repaired", 1));
      send(producer, head("repaired", 2, winner));
      follower.start();
      follower.await();
      assertThat(heads.headFor("raced").head()).isEqualTo(winner);

      try (AdaptationService service = service("repair", Map.of(), Set.of())) {
        SmallModel.send(producer, world.stream("meanwhile", BURSTS, begin, LAMP, 5));
        service.start();
        assertPublished(events, "meanwhile");
        await().atMost(LONG).until(() -> heads.headFor("raced").version() == 2);
        await().atMost(LONG).until(() -> heads.headFor("compacted").version() == 2);
      }
      try (AdaptationService again = service("repair", Map.of(), Set.of())) {
        SmallModel.send(producer, world.stream("again", BURSTS, begin, LAMP, 5));
        again.start();
        assertPublished(events, "again");
      }
      assertThat(heads.headFor("raced")).isEqualTo(new VersionedHead(winner, 2));
      assertThat(heads.headFor("compacted")).isEqualTo(new VersionedHead(loser, 2));
      assertThat(heads.headFor("repaired")).isEqualTo(new VersionedHead(winner, 2));
    }
    try (HeadVersions versions = new HeadVersions(kafka(), TrustedKeys.none())) {
      versions.refresh();
      assertThat(versions.isNewestRecord("raced")).isTrue();
    }
    assertThat(HeadRecords.head(newestOfHistory("raced@1")))
        .as("what compaction leaves of the history")
        .isEqualTo(winner);
  }

  @Test
  void versionsBeyondTheLastAreSkippedAndTheLastOneFailsItsDomainOnly() {
    ActiveHeads heads = new ActiveHeads(world.head().head());
    Head head = TestHeads.constant(SmallModel.WIDTH, 0.1f, 0);
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        HeadFollower follower = world.follower(kafka(), heads);
        AdaptationService service = service("edge", Map.of(), Set.of())) {
      for (long version : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
        send(producer, head("beyond", version, head));
      }
      send(producer, head("last", VersionedHead.LAST_VERSION, world.head().head()));
      follower.start();
      SmallModel.send(producer, world.stream("beyond", BURSTS, begin, LAMP, 5));
      SmallModel.send(producer, world.stream("last", BURSTS, begin, LAMP, 6));
      service.start();
      assertPublished(events, "beyond");
      AdaptationEvent failed = events.await("last", AdaptationStallIT::isEnd);
      assertThat(failed.getStage()).isEqualTo(Stage.FAILED);
      assertThat(failed.getExplanation())
          .contains("head 9007199254740991 has the highest possible version");
      await().atMost(LONG).until(() -> heads.headFor("beyond").version() == 1);
      assertThat(heads.headFor("last").version()).isEqualTo(VersionedHead.LAST_VERSION);
      assertThat(
              registry
                  .get("gazeshift.adapt.unreadable")
                  .tag("topic", Topics.MODELS.name())
                  .counter()
                  .count())
          .isEqualTo(3);
      assertThat(counted("gazeshift.adapt.restarts")).isZero();
    }
  }

  private static boolean isEnd(AdaptationEvent event) {
    return EventLog.ENDS.contains(event.getStage());
  }

  private static void assertPublished(EventLog events, String domain) {
    AdaptationEvent end = events.await(domain, AdaptationStallIT::isEnd);
    assertThat(end.getPublishedVersion()).as(end.getExplanation()).isEqualTo(1);
  }

  private static int started(EventLog events, String domain) {
    return events.of(domain, event -> event.getStage() == Stage.STARTED).size();
  }

  private static ProducerRecord<String, byte[]> rejection(String domain, long version) {
    AdaptationEvent event =
        AdaptationEvent.newBuilder()
            .setDomain(domain)
            .setRunId("swap-test-" + domain)
            .setTrigger("swap")
            .setRefusedVersion(version)
            .setParentVersion(version)
            .build();
    return new ProducerRecord<>(
        Topics.ADAPTATIONS.name(), domain, RecordType.ADAPTATION_EVENT.encode(event));
  }

  private static List<ProducerRecord<String, byte[]>> head(String domain, long version, Head head) {
    HeadModel record = TestHeads.record(domain, version, world.fingerprint(), head);
    return new Publication(record.toBuilder().setAuthor("service").build()).records();
  }

  private static void send(
      KafkaProducer<String, byte[]> producer, List<ProducerRecord<String, byte[]>> records) {
    records.forEach(record -> send(producer, record));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Waiting for what follows reveals a failure.
  private static void send(
      KafkaProducer<String, byte[]> producer, ProducerRecord<String, byte[]> record) {
    producer.send(record);
    producer.flush();
  }

  private static HeadModel newestOfHistory(String key) {
    List<byte[]> values = new ArrayList<>();
    TopicReader.readAll(BROKER.bootstrap(), Topics.MODELS_HISTORY.name()).stream()
        .filter(record -> record.key().equals(key))
        .forEach(record -> values.add(record.value()));
    return RecordType.HEAD_MODEL.decode(values.get(values.size() - 1));
  }

  private static int sizeOfHead(String domain) {
    return TopicReader.readAll(BROKER.bootstrap(), Topics.MODELS.name()).stream()
        .filter(record -> record.key().equals(domain))
        .mapToInt(record -> record.serializedValueSize())
        .max()
        .orElseThrow();
  }

  /** What the broker takes as a record of gaze.models. */
  private static void limitHeads(int bytes) throws Exception {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.MODELS.name());
    ConfigEntry entry =
        new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes));
    Map<ConfigResource, Collection<AlterConfigOp>> change =
        Map.of(topic, List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET)));
    BROKER.admin().incrementalAlterConfigs(change).all().get();
    await()
        .atMost(LONG)
        .until(
            () ->
                BROKER
                    .admin()
                    .describeConfigs(List.of(topic))
                    .all()
                    .get()
                    .get(topic)
                    .get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
                    .value()
                    .equals(Integer.toString(bytes)));
  }

  private double counted(String name) {
    return registry.find(name).counters().stream().mapToDouble(Counter::count).sum();
  }

  private double rejected(String reason) {
    return registry.find("gazeshift.adapt.rejected").tag("reason", reason).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  private double gauge(String name) {
    return registry.find(name).gauges().stream().mapToDouble(Gauge::value).sum();
  }

  private double samples(String domain) {
    return registry.find("gazeshift.adapt.buffer.samples").tag("domain", domain).gauges().stream()
        .mapToDouble(Gauge::value)
        .sum();
  }

  private AdaptationService service(
      String group, Map<String, String> settings, Set<String> configured) {
    return service(group, settings, configured, Map.of());
  }

  private AdaptationService service(
      String group,
      Map<String, String> settings,
      Set<String> configured,
      Map<String, Integer> shadows) {
    AdaptConfig config = config(group, settings);
    return new AdaptationService(
        kafka(),
        config,
        Source.read(config, ModelDirectory.of(world.model()), world.fingerprint()),
        new HeadKeys(TrustedKeys.none(), Optional.empty()),
        new DomainRules(KnownSite.SOURCE, shadows, configured),
        new AdaptRuntime(RunListener.NONE, BoundedMeters.of(registry), InstantSource.system()));
  }

  private static KafkaAccess kafka() {
    return new KafkaAccess(BROKER.bootstrap(), Map.of());
  }

  /** Domains whose runs fail wait for an hour. */
  private static AdaptConfig config(String group, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("adapt.bank", world.bankFile().toString());
    settings.put("adapt.device", "cpu");
    settings.put("adapt.min-samples", "280");
    settings.put("adapt.drift-interval", "1h");
    settings.put("adapt.report-dir", directory.resolve("reports").toString());
    settings.put("adapt.group", group);
    settings.put("adapt.instance", "only");
    settings.putAll(more);
    List<GivenValue> given =
        settings.entrySet().stream()
            .map(setting -> GivenValue.text(setting.getKey(), setting.getValue(), "--set"))
            .toList();
    return GazeshiftConfig.load(Optional.empty(), Map.of("HOME", directory.toString()), given)
        .adapt();
  }
}
