package io.gazeshift.adaptation.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.request.AdaptationAsk;
import io.gazeshift.adaptation.run.KnowledgeSource;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.UserError;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.SmallModel;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Several adaptation processes on a real broker. */
class AdaptationSharingIT {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final List<String> DOMAINS =
      IntStream.range(0, 8).mapToObj(i -> "seat" + i).toList();

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir static Path directory;

  @Test
  void processesShareTheDomainsAndEachRequestIsAnsweredOnceByTheOwnerOfItsDomain()
      throws Exception {
    SmallModel world = new SmallModel(directory);
    MeterRegistry first = new SimpleMeterRegistry();
    MeterRegistry second = new SimpleMeterRegistry();
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        AdaptationService one = service(world, "one", first)) {
      one.start();
      for (String domain : DOMAINS) {
        SmallModel.send(producer, world.stream(domain, 10, Instant.now().minusSeconds(60), 0, 1));
      }
      await().atMost(LONG).until(() -> domains(first) == DOMAINS.size());
      try (AdaptationService two = service(world, "two", second)) {
        two.start();
        await()
            .atMost(LONG)
            .until(() -> domains(second) > 0 && domains(first) + domains(second) == DOMAINS.size());
        for (String domain : DOMAINS) {
          try (AdaptationAsk ask =
              new AdaptationAsk(
                  kafka(), Kind.ADAPT, domain, "person test", InstantSource.system())) {
            await().atMost(LONG).until(() -> !ask.poll(Duration.ofMillis(100)).isEmpty());
          }
        }
        Map<String, List<AdaptationEvent>> declined =
            events.all().stream()
                .filter(event -> event.getStage() == Stage.DECLINED)
                .collect(Collectors.groupingBy(AdaptationEvent::getInstance));
        assertThat(declined.get("one")).hasSize((int) domains(first));
        assertThat(declined.get("two")).hasSize((int) domains(second));
      }
      await().atMost(LONG).until(() -> domains(first) == DOMAINS.size());

      try (AdaptationService namesake = service(world, "one", new SimpleMeterRegistry())) {
        namesake.start();
        await().atMost(LONG).until(() -> one.failure().isPresent());
        assertThat(one.failure().get())
            .isInstanceOf(UserError.class)
            .hasMessageContaining("adapt.instance: another process has joined the group");
      }
    }
  }

  private static double domains(MeterRegistry registry) {
    return registry.get("gazeshift.adapt.domains").gauge().value();
  }

  private static AdaptationService service(
      SmallModel world, String instance, MeterRegistry registry) {
    List<GivenValue> given =
        List.of(
            GivenValue.text("adapt.bank", world.bankFile().toString(), "--set"),
            GivenValue.text("adapt.device", "cpu", "--set"),
            GivenValue.text("adapt.instance", instance, "--set"));
    AdaptConfig config =
        GazeshiftConfig.load(Optional.empty(), Map.of("HOME", directory.toString()), given).adapt();
    return new AdaptationService(
        kafka(),
        config,
        Source.read(config, ModelDirectory.of(world.model()), world.fingerprint()),
        new HeadKeys(TrustedKeys.none(), Optional.empty()),
        new DomainRules(KnowledgeSource.UNKNOWN, Map.of(), Set.of()),
        new AdaptRuntime(RunListener.NONE, BoundedMeters.of(registry), InstantSource.system()));
  }

  private static KafkaAccess kafka() {
    return new KafkaAccess(BROKER.bootstrap(), Map.of());
  }
}
