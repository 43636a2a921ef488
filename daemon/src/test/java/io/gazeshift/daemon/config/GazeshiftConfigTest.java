package io.gazeshift.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.broker.BrokerConfig;
import io.gazeshift.common.UserError;
import io.gazeshift.common.config.ConfigLoader;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.kafka.KafkaConfig;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.config.IngestConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GazeshiftConfigTest {

  private static final Map<String, String> HOME =
      Map.of("HOME", "/home/u", "HOSTNAME", "gazeshift-infer-0");

  @TempDir Path dir;

  @Test
  void theDefaultsAreThoseOfTheHandbook() {
    GazeshiftConfig config = GazeshiftConfig.load(Optional.empty(), HOME, List.of());

    assertThat(config.kafka()).isEqualTo(new KafkaConfig(List.of(), 1, Map.of()));
    assertThat(config.kafka().embedded()).isTrue();
    assertThat(config.broker())
        .isEqualTo(
            new BrokerConfig(
                Path.of("/home/u/.local/state/gazeshift/broker"), 0, 384L << 20, "127.0.0.1", ""));
    assertThat(config.cameras()).isEmpty();
    assertThat(config.faces())
        .isEqualTo(FacesConfig.withModels(Path.of("/home/u/.cache/gazeshift/faces")));
    assertThat(config.ingest()).isEqualTo(IngestConfig.DEFAULT);
    assertThat(config.infer())
        .isEqualTo(
            new InferConfig(
                BuiltInModel.LANDMARKS.path(),
                "auto",
                1,
                1,
                32,
                Duration.ZERO,
                Optional.empty(),
                Duration.ofMinutes(1),
                "gazeshift-infer",
                "gazeshift-infer-0",
                InferConfig.Delivery.EXACTLY_ONCE,
                List.of(),
                InferConfig.PersonCorrection.OFF));
  }

  /** Other machines get no access, no picture and no control unless it is configured. */
  @Test
  void byDefaultAProcessIsForItsOwnMachine() throws Exception {
    GazeshiftConfig config = GazeshiftConfig.load(Optional.empty(), HOME, List.of());
    ListenAddress page = config.http().listen().orElseThrow();
    assertThat(page.inetAddress().isLoopbackAddress()).isTrue();
    assertThat(config.http().adminTokenFile()).isEmpty();
    assertThat(config.ingest().preview()).isEmpty();
    assertThat(InetAddress.getByName(config.broker().bind()).isLoopbackAddress()).isTrue();
  }

  @Test
  void aWholeFileIsRead() {
    GazeshiftConfig config =
        load(
            """
            kafka:
              bootstrap: k1:9092, k2:9092
              properties:
                linger.ms: 5
            cameras:
              - id: driver
                source: rtsp://cam/1
                domain: van-7
                fps: 30
              - id: lab
                source: synthetic:studio
            infer:
              model: /models/a
              device: cuda:1
              max-delay: 20ms
              max-age: 2s
              instance: van-7
              delivery: at-least-once
              trusted-keys: [/keys/a.pem, /keys/more]
            """);

    assertThat(config.kafka())
        .isEqualTo(
            new KafkaConfig(
                List.of("k1:9092", "k2:9092"),
                KafkaConfig.CLUSTER_DEFAULT,
                Map.of("linger.ms", "5")));
    assertThat(config.kafka().access().bootstrap()).isEqualTo("k1:9092,k2:9092");
    assertThat(config.cameras())
        .containsExactly(
            CameraConfig.uncalibrated("driver", "rtsp://cam/1", "van-7", 30),
            CameraConfig.uncalibrated("lab", "synthetic:studio", "lab", 15));
    assertThat(config.infer().model()).isEqualTo(Path.of("/models/a"));
    assertThat(config.infer().device()).isEqualTo("cuda:1");
    assertThat(config.infer().maxDelay()).isEqualTo(Duration.ofMillis(20));
    assertThat(config.infer().maxAge()).contains(Duration.ofSeconds(2));
    assertThat(config.infer().instance()).isEqualTo("van-7");
    assertThat(config.infer().delivery()).isEqualTo(InferConfig.Delivery.AT_LEAST_ONCE);
    assertThat(config.infer().trustedKeys())
        .containsExactly(Path.of("/keys/a.pem"), Path.of("/keys/more"));
  }

  @Test
  void rulesBetweenKeysAreReportedTogetherWithTheirPaths() {
    assertErrors(
        """
        kafka:
          replication-factor: 3
        cameras:
          - {id: a, source: x}
          - {id: a, source: y}
        """,
        "kafka.replication-factor: 3 needs as many brokers, but there is only one embedded broker;"
            + " set kafka.bootstrap",
        "cameras[1].id: 'a' is already the id of cameras[0]; give each camera a unique"
            + " id (gazeshift.yaml:5)");
    assertErrors(
        "kafka: {bootstrap: 'a:1', replication-factor: 0}",
        "kafka.replication-factor: 0 would store nothing; use 1 or more, or -1 for the cluster's"
            + " default");
    assertErrors(
        "kafka: {properties: {security.protocol: SSL}}",
        "kafka.properties.security.protocol: the embedded broker supports only PLAINTEXT, not SSL;"
            + " set kafka.bootstrap or remove the property");
    assertErrors(
        "kafka: {properties: {enable.auto.commit: true}}",
        "kafka.properties.enable.auto.commit: must not be set (offsets are committed in the same"
            + " transaction as the results); remove it");
  }

  @Test
  void impossibleValuesAreRejected() {
    assertErrors(
        """
        cameras:
          - {id: 'a b', fps: 0}
        infer: {device: gpu, delivery: maybe}
        """,
        "cameras[0].id: 'a b' is not 1 to 100 letters, digits, '.', '_' or '-' (gazeshift.yaml:2)",
        "cameras[0].source: missing; set it to the address of a video source, for"
            + " example synthetic:studio",
        "cameras[0].fps: '0' is not a number from 0.1 to 240 (gazeshift.yaml:2)",
        "infer.device: 'gpu' is not auto, cpu or cuda:N (gazeshift.yaml:3)",
        "infer.delivery: 'maybe' is not one of exactly-once, at-least-once (gazeshift.yaml:3)");
  }

  @Test
  void theExampleAsItStandsChangesNothing() {
    assertThat(effective(GazeshiftConfig.schema().exampleYaml()).describe())
        .isEqualTo(effective("").describe());
  }

  @Test
  void everySettingOfTheExampleCanBeTurnedOnByDeletingItsMark() {
    String example = GazeshiftConfig.schema().exampleYaml();
    String allOn =
        Pattern.compile("^( *)#(?=[^ ]|  )", Pattern.MULTILINE).matcher(example).replaceAll("$1");

    // Secrets of the example are not on this machine.
    EffectiveConfig config =
        effective(
            allOn
                .replaceAll("\\$\\{file:[^}]*}(?=\n)", "secret")
                .replace("bootstrap: ''", "bootstrap: a:1"));
    GazeshiftConfig typed = GazeshiftConfig.from(config);

    assertThat(typed.cameras()).hasSize(1);
    for (Setting<?> setting : GazeshiftConfig.schema().settings()) {
      if (setting.isFreeMap()) {
        assertThat(config.describe()).anyMatch(row -> row.path().startsWith(setting.keyPrefix()));
      } else {
        assertThat(config.origin(setting.pathAt(0))).startsWith("gazeshift.yaml:");
      }
      assertThat(example).contains(setting.variable());
    }
    assertThat(typed.ingest()).isEqualTo(GazeshiftConfig.from(effective("")).ingest());
    // The example's camera is a synthetic one.
    assertThat(typed.infer()).isEqualTo(load("infer: {model: studio}").infer());
  }

  @Test
  void syntheticCamerasUseTheModelOfRenderedFacesAndAllOthersLandmarks() {
    String synthetic = "{id: a, source: 'synthetic:lab'}";
    String real = "{id: b, source: 'v4l2:0'}";

    GazeshiftConfig rendered = load("cameras: [%s]".formatted(synthetic));
    GazeshiftConfig mixed = load("cameras: [%s, %s]".formatted(synthetic, real));
    GazeshiftConfig chosen = load("cameras: [%s]\ninfer: {model: landmarks}".formatted(synthetic));

    assertThat(rendered.infer().model()).isEqualTo(Path.of("studio"));
    assertThat(DefaultModel.reason(rendered)).isEqualTo("default for synthetic cameras");
    assertThat(mixed.infer().model()).isEqualTo(Path.of("landmarks"));
    assertThat(DefaultModel.reason(mixed)).isEqualTo("default for real cameras");
    assertThat(DefaultModel.reason(chosen)).isEqualTo("set by infer.model");
  }

  @Test
  void everySettingIsDescribedInASentence() {
    for (Setting<?> setting : GazeshiftConfig.schema().settings()) {
      assertThat(setting.description()).as(setting.path()).matches("[A-Z].*[.]");
    }
  }

  private GazeshiftConfig load(String yaml) {
    return GazeshiftConfig.from(effective(yaml));
  }

  private EffectiveConfig effective(String yaml) {
    try {
      Path file = Files.writeString(dir.resolve("gazeshift.yaml"), yaml);
      List<GivenValue> noFlags = List.of();
      return new ConfigLoader(GazeshiftConfig.schema(), HOME).load(Optional.of(file), noFlags);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertErrors(String yaml, String... lines) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> load(yaml))
        .satisfies(e -> assertThat(e.getMessage().lines()).containsExactly(lines))
        .satisfies(e -> assertThat(e.isUsage()).isTrue());
  }
}
