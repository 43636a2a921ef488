package io.gazeshift.daemon.cli.glances;

import io.gazeshift.adaptation.glance.FaceWatch;
import io.gazeshift.adaptation.glance.GlanceIds;
import io.gazeshift.adaptation.glance.GlanceMaker;
import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.broker.BrokerAddress;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which face to record, and for how long; a picocli mixin. */
final class GlanceOptions {

  private final InstantSource clock = InstantSource.system();
  private final SecureRandom random = new SecureRandom();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain of the glances.")
  private String domain;

  @Option(
      names = "--camera",
      paramLabel = "ID",
      required = true,
      description = "Camera that films the person.")
  private String camera;

  @Option(
      names = "--face",
      paramLabel = "N",
      description =
          "Number of the face to record if several are in view; 'gazeshift tail' shows numbers.")
  private Integer face;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Length of a glance in seconds. Default: ${DEFAULT-VALUE}.")
  private double seconds = 2;

  String domain() {
    return domain;
  }

  String camera() {
    return camera;
  }

  Duration look() {
    if (!(seconds >= 0.5 && seconds <= 60)) {
      throw UserError.usage("--seconds: %s is not between 0.5 and 60".formatted(seconds));
    }
    return Duration.ofMillis(Math.round(1000 * seconds));
  }

  FaceWatch watch(KafkaAccess kafka) {
    return new FaceWatch(kafka, domain, camera, clock);
  }

  GlanceMaker maker(KafkaAccess kafka, TrustedKeys keys) {
    List<CalibrationGlance> present = Glances.read(kafka, GlanceRules.signedBy(keys)).of(domain);
    return new GlanceMaker(
        domain,
        Optional.ofNullable(face),
        backbones(kafka, keys, present),
        "person " + System.getProperty("user.name"),
        new GlanceIds(
            domain, present.stream().map(CalibrationGlance::getGlanceId).toList(), clock, random),
        clock);
  }

  /** Backbones that the domain's head and glances belong to. */
  private Set<String> backbones(
      KafkaAccess kafka, TrustedKeys keys, List<CalibrationGlance> present) {
    Set<String> backbones = new HashSet<>();
    try (HeadVersions versions = new HeadVersions(kafka, keys)) {
      versions.refresh();
      versions.current(domain).ifPresent(head -> backbones.add(head.getBackboneFingerprint()));
    }
    for (CalibrationGlance glance : present) {
      for (FeatureSample frame : glance.getFramesList()) {
        backbones.add(frame.getBackboneFingerprint());
      }
    }
    return backbones;
  }

  /** Without a running broker there are no faces to record. */
  static void requireRunning(GazeshiftConfig config) {
    if (config.kafka().embedded() && BrokerAddress.ofRunning(config.broker().dataDir()).isEmpty()) {
      throw new UserError(
          ("broker.data-dir: no broker is running at %s; start one with 'gazeshift run', or name"
                  + " another with --kafka or --data-dir")
              .formatted(config.broker().dataDir()));
    }
  }
}
