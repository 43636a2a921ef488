package io.gazeshift.adaptation.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.run.KnowledgeSource;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.adaptation.schedule.Decision.Cause;
import io.gazeshift.adaptation.schedule.DomainHistory;
import io.gazeshift.adaptation.schedule.TriggerPolicy;
import io.gazeshift.adaptation.shadow.GazeRange;
import io.gazeshift.adaptation.shadow.Steadiness;
import io.gazeshift.adaptation.shadow.WatchSettings;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.UserError;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.testing.SmallModel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdaptSetupTest {

  @TempDir Path directory;

  @Test
  void headsAreWatchedAsTheConfigurationSays() throws Exception {
    assertThat(watching()).isEqualTo(WatchSettings.DEFAULT);
    assertThat(
            watching(
                "adapt.watch.for=2h",
                "adapt.watch.window=10s",
                "adapt.watch.min-faces=30",
                "adapt.watch.patience=1m",
                "adapt.watch.jitter-ratio=2",
                "adapt.watch.jitter-slack=0.5",
                "adapt.watch.outside-rise=0.1"))
        .isEqualTo(
            new WatchSettings(
                new Steadiness(GazeRange.PLAUSIBLE, 2, 0.5, 0.1),
                Duration.ofSeconds(10),
                30,
                Duration.ofMinutes(1),
                Duration.ofHours(2)));
  }

  @Test
  void timesOfTheWatchThatDoNotGoTogetherAreRejectedByName() {
    assertThatThrownBy(() -> config("adapt.watch.patience=2h"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("adapt.watch.patience: 7200s is longer than watch.for, 3600s");
    assertThatThrownBy(() -> config("adapt.watch.window=10m"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("adapt.watch.window: 600s is longer than watch.patience, 300s");
  }

  @Test
  void burstsOfSamplesPauseAsConfigured() throws Exception {
    assertThat(setup().buffer().pause()).hasSeconds(1);
    assertThat(setup("adapt.sample-pause=200ms").buffer().pause()).hasMillis(200);
  }

  @Test
  void quietHoursAreThoseOfTheConfigurationInLocalTime() throws Exception {
    TriggerPolicy policy = setup("adapt.quiet-hours=22:00-06:00").openPolicy();
    LocalDate day = LocalDate.of(2026, 3, 2);
    assertThat(unasked(policy, day.atTime(2, 0))).isEqualTo(Cause.QUIET);
    assertThat(unasked(policy, day.atTime(12, 0))).isEqualTo(Cause.FIRST);
    assertThat(unasked(setup().openPolicy(), day.atTime(2, 0))).isEqualTo(Cause.FIRST);
  }

  private static Cause unasked(TriggerPolicy policy, LocalDateTime local) {
    return policy
        .decide(
            "seat",
            local.atZone(ZoneId.systemDefault()).toInstant(),
            false,
            1000,
            DomainHistory.NONE,
            () -> new TargetSnapshot(List.of()))
        .cause();
  }

  private WatchSettings watching(String... settings) throws Exception {
    return setup(settings).watching();
  }

  private AdaptSetup setup(String... settings) throws Exception {
    SmallModel world = new SmallModel(directory);
    String[] all = Arrays.copyOf(settings, settings.length + 1);
    all[settings.length] = "adapt.bank=" + world.bankFile();
    AdaptConfig config = config(all);
    return new AdaptSetup(
        new KafkaAccess("nowhere:9092", Map.of()),
        config,
        Source.read(config, ModelDirectory.of(world.model()), world.fingerprint()),
        new HeadKeys(TrustedKeys.none(), Optional.empty()),
        new DomainRules(KnowledgeSource.UNKNOWN, Map.of(), Set.of()),
        new AdaptRuntime(
            RunListener.NONE, BoundedMeters.of(new SimpleMeterRegistry()), InstantSource.system()));
  }

  private AdaptConfig config(String... settings) {
    List<GivenValue> given =
        Arrays.stream(settings)
            .map(setting -> setting.split("=", 2))
            .map(pair -> GivenValue.text(pair[0], pair[1], "--set"))
            .toList();
    return GazeshiftConfig.load(Optional.empty(), Map.of("HOME", directory.toString()), given)
        .adapt();
  }
}
