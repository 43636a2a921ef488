package io.gazeshift.adaptation.service;

import static io.gazeshift.testing.SmallModel.LAMP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.request.AdaptationAsk;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.broker.GuardedBroker;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import io.gazeshift.testing.Certificates;
import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.SmallModel;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adaptation that may not write heads, on a broker that enforces rights. */
class AdaptationRightsIT {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final String ADAPTER = "adapter";

  private static final AclBinding NO_HEADS =
      new AclBinding(
          new ResourcePattern(ResourceType.TOPIC, Topics.MODELS.name(), PatternType.LITERAL),
          entry(AclOperation.WRITE, AclPermissionType.DENY));

  @TempDir static Path directory;
  private static SmallModel world;
  private static Certificates certificates;
  private static GuardedBroker broker;

  private final MeterRegistry registry = new SimpleMeterRegistry();

  @BeforeAll
  static void start() throws Exception {
    world = new SmallModel(directory);
    certificates =
        Certificates.make(
            Files.createDirectory(directory.resolve("kafka")),
            List.of(ADAPTER, GuardedBroker.ADMINISTRATOR));
    broker = GuardedBroker.start(directory.resolve("broker"), certificates);
    try (Admin admin = admin()) {
      TopicSetup.ensure(admin, 1);
      List<AclBinding> rights =
          List.of(
              all(ResourceType.TOPIC),
              all(ResourceType.GROUP),
              all(ResourceType.TRANSACTIONAL_ID),
              NO_HEADS);
      admin.createAcls(rights).all().get();
      await().atMost(LONG).until(() -> rights(admin) == rights.size());
    }
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void runsWhoseHeadsMayNotBeWrittenFailOneByOneUntilTheyMay() throws Exception {
    Instant begin = Instant.now().minusSeconds(600);
    try (KafkaProducer<String, byte[]> producer =
            new KafkaProducer<>(
                access(ADAPTER).producerProperties(Map.of()),
                new StringSerializer(),
                new ByteArraySerializer());
        Admin admin = admin();
        AdaptationService service = service()) {
      SmallModel.send(producer, world.stream("east", 120, begin, LAMP, 5));
      SmallModel.send(producer, world.stream("west", 120, begin, LAMP, 6));
      service.start();
      for (String domain : List.of("east", "west", "east")) {
        AdaptationEvent failed = ask(domain);
        assertThat(failed.getStage()).isEqualTo(Stage.FAILED);
        assertThat(failed.getExplanation())
            .contains("could not be published: ", "Not authorized", "gaze.models");
      }
      admin.deleteAcls(List.of(NO_HEADS.toFilter())).all().get();
      await().atMost(LONG).until(() -> rights(admin) == 3);
      for (String domain : List.of("east", "west")) {
        AdaptationEvent judged = ask(domain);
        assertThat(judged.getPublishedVersion()).as(judged.getExplanation()).isEqualTo(1);
      }
      assertThat(registry.get("gazeshift.adapt.restarts").counter().count()).isZero();
    }
  }

  private static int rights(Admin admin) throws Exception {
    return admin.describeAcls(AclBindingFilter.ANY).values().get().size();
  }

  /** Asks until the samples have been read. */
  private static AdaptationEvent ask(String domain) {
    return await()
        .atMost(LONG)
        .until(() -> answer(domain), answer -> answer.getStage() != Stage.DECLINED);
  }

  private static AdaptationEvent answer(String domain) throws Exception {
    try (AdaptationAsk ask =
        new AdaptationAsk(
            access(ADAPTER), Kind.ADAPT, domain, "person test", InstantSource.system())) {
      return await()
          .atMost(LONG)
          .until(
              () ->
                  ask.poll(Duration.ofMillis(100)).stream()
                      .filter(
                          event ->
                              EventLog.ENDS.contains(event.getStage())
                                  || event.getStage() == Stage.DECLINED)
                      .findFirst(),
              Optional::isPresent)
          .orElseThrow();
    }
  }

  /** Runs on request only. */
  private AdaptationService service() {
    List<GivenValue> given =
        Map.of(
                "adapt.bank",
                world.bankFile().toString(),
                "adapt.device",
                "cpu",
                "adapt.min-samples",
                "100000",
                "adapt.report-dir",
                directory.resolve("reports").toString(),
                "adapt.instance",
                "only")
            .entrySet()
            .stream()
            .map(setting -> GivenValue.text(setting.getKey(), setting.getValue(), "--set"))
            .toList();
    AdaptConfig config =
        GazeshiftConfig.load(Optional.empty(), Map.of("HOME", directory.toString()), given).adapt();
    return new AdaptationService(
        access(ADAPTER),
        config,
        Source.read(config, ModelDirectory.of(world.model()), world.fingerprint()),
        new HeadKeys(TrustedKeys.none(), Optional.empty()),
        new DomainRules(KnownSite.SOURCE, Map.of(), Set.of()),
        new AdaptRuntime(RunListener.NONE, BoundedMeters.of(registry), InstantSource.system()));
  }

  private static AclBinding all(ResourceType type) {
    return new AclBinding(
        new ResourcePattern(type, ResourcePattern.WILDCARD_RESOURCE, PatternType.LITERAL),
        entry(AclOperation.ALL, AclPermissionType.ALLOW));
  }

  private static AccessControlEntry entry(AclOperation operation, AclPermissionType permission) {
    return new AccessControlEntry("User:CN=" + ADAPTER, "*", operation, permission);
  }

  private static Admin admin() {
    return Admin.create(access(GuardedBroker.ADMINISTRATOR).adminProperties());
  }

  private static KafkaAccess access(String user) {
    return new KafkaAccess(broker.bootstrap(), certificates.client(user));
  }
}
