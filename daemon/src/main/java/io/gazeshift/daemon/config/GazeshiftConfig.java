package io.gazeshift.daemon.config;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.config.WatchConfig;
import io.gazeshift.broker.BrokerConfig;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.ConfigLoader;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.config.Problems;
import io.gazeshift.common.config.RenamedKeys;
import io.gazeshift.common.config.Schema;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.kafka.KafkaConfig;
import io.gazeshift.inference.config.EventsConfig;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.inference.config.SmoothingConfig;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.outputs.lsl.LslConfig;
import io.gazeshift.outputs.mirror.MirrorConfig;
import io.gazeshift.outputs.mqtt.MqttConfig;
import io.gazeshift.targets.config.DriverProfile;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The whole configuration of Gazeshift. */
public record GazeshiftConfig(
    KafkaConfig kafka,
    BrokerConfig broker,
    List<CameraConfig> cameras,
    List<DomainConfig> domains,
    List<DriverProfile> drivers,
    FacesConfig faces,
    IngestConfig ingest,
    InferConfig infer,
    SmoothingConfig smoothing,
    EventsConfig events,
    AdaptConfig adapt,
    HttpConfig http,
    LslConfig lsl,
    MqttConfig mqtt,
    MirrorConfig mirror) {

  /** All settings. */
  public static Schema schema() {
    return new Schema(
        Stream.<List<Setting<?>>>of(
                KafkaConfig.SETTINGS,
                BrokerConfig.SETTINGS,
                CameraConfig.SETTINGS,
                DomainConfig.SETTINGS,
                DriverProfile.SETTINGS,
                FacesConfig.SETTINGS,
                IngestConfig.SETTINGS,
                InferConfig.SETTINGS,
                SmoothingConfig.SETTINGS,
                EventsConfig.SETTINGS,
                AdaptConfig.SETTINGS,
                WatchConfig.SETTINGS,
                HttpConfig.SETTINGS,
                LslConfig.SETTINGS,
                MqttConfig.SETTINGS,
                MirrorConfig.SETTINGS)
            .flatMap(Collection::stream)
            .toList(),
        RenamedKeys.OF_PROGRAM);
  }

  /**
   * Loads and builds the configuration.
   *
   * @throws io.gazeshift.common.UserError with one line for each problem
   */
  public static GazeshiftConfig load(
      Optional<Path> file, Map<String, String> environment, List<GivenValue> flags) {
    return from(new ConfigLoader(schema(), environment).load(file, flags));
  }

  /**
   * Loads and builds the configuration with the flags of a command.
   *
   * @throws io.gazeshift.common.UserError with one line for each problem
   */
  public static GazeshiftConfig load(CommonOptions options, Flags ofCommand) {
    return from(options.loadEffective(ofCommand));
  }

  /** The names of the cameras of this configuration. */
  public Set<String> cameraIds() {
    return cameras.stream().map(CameraConfig::id).collect(Collectors.toSet());
  }

  /** The domains that cameras of this configuration belong to. */
  public Set<String> cameraDomains() {
    return cameras.stream().map(CameraConfig::domain).collect(Collectors.toSet());
  }

  /** The domains of this configuration: listed, or named by a camera. */
  public Set<String> configuredDomains() {
    Set<String> configured = new TreeSet<>(cameraDomains());
    domains.forEach(domain -> configured.add(domain.name()));
    return configured;
  }

  /** Builds the sections from values that were loaded with {@link #schema}. */
  public static GazeshiftConfig from(EffectiveConfig config) {
    Problems problems = new Problems();
    KafkaConfig kafka = problems.collect("kafka", () -> KafkaConfig.from(config));
    BrokerConfig broker = problems.collect("broker", () -> BrokerConfig.from(config));
    List<CameraConfig> cameras = CameraConfig.from(config, problems);
    List<DomainConfig> domains = DomainConfig.from(config, problems);
    List<DriverProfile> drivers = DriverProfile.from(config, problems);
    FacesConfig faces = problems.collect("faces", () -> FacesConfig.from(config));
    IngestConfig ingest = problems.collect("ingest", () -> IngestConfig.from(config));
    InferConfig infer =
        problems.collect("infer", () -> InferConfig.from(config, DefaultModel.of(cameras).path()));
    SmoothingConfig smoothing = problems.collect("infer", () -> SmoothingConfig.from(config));
    EventsConfig events = problems.collect("events", () -> EventsConfig.from(config));
    AdaptConfig adapt = problems.collect("adapt", () -> AdaptConfig.from(config));
    if (adapt != null && adapt.method() == AdaptConfig.Method.SAFE) {
      domains.stream()
          .filter(domain -> domain.labelModel().isPresent())
          .forEach(
              domain ->
                  problems.add(
                      ("domains: label-model '%s' of '%s' goes with adapt.method glsge, not with"
                              + " safe; remove it, or set the method")
                          .formatted(domain.labelModel().get().key(), domain.name())));
    }
    if (infer != null && events != null && events.group().equals(infer.group())) {
      problems.add(
          "events.group: '%s' is infer.group as well, and each would take the other's place; name"
                  .formatted(events.group())
              + " another one");
    }
    HttpConfig http = problems.collect("http", () -> HttpConfig.from(config));
    LslConfig lsl = problems.collect("lsl", () -> LslConfig.from(config));
    MqttConfig mqtt = problems.collect("mqtt", () -> MqttConfig.from(config));
    MirrorConfig mirror = problems.collect("mirror", () -> MirrorConfig.from(config));
    problems.throwIfAny();
    return new GazeshiftConfig(
        kafka, broker, cameras, domains, drivers, faces, ingest, infer, smoothing, events, adapt,
        http, lsl, mqtt, mirror);
  }
}
