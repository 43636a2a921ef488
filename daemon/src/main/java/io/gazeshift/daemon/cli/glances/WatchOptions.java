package io.gazeshift.daemon.cli.glances;

import io.gazeshift.adaptation.glance.FaceWatch;
import io.gazeshift.adaptation.glance.GlanceMaker;
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
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Who is watched, and for how long; a picocli mixin. */
final class WatchOptions {

  private static final DateTimeFormatter ID_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

  private final InstantSource clock = InstantSource.system();
  private final SecureRandom random = new SecureRandom();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain the glances are for.")
  private String domain;

  @Option(
      names = "--camera",
      paramLabel = "ID",
      required = true,
      description = "Camera that sees the person.")
  private String camera;

  @Option(
      names = "--face",
      paramLabel = "N",
      description = "Which face, where several are in view ('gazeshift tail' shows their numbers).")
  private Integer face;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long the person looks. Default: ${DEFAULT-VALUE}.")
  private double seconds = 2;

  String domain() {
    return domain;
  }

  String camera() {
    return camera;
  }

  Duration look() {
    if (!(seconds >= 0.5 && seconds <= 60)) {
      throw UserError.usage("--seconds: %s is not from 0.5 to 60".formatted(seconds));
    }
    return Duration.ofMillis(Math.round(1000 * seconds));
  }

  FaceWatch watch(KafkaAccess kafka) {
    return new FaceWatch(kafka, domain, camera, clock);
  }

  GlanceMaker maker(KafkaAccess kafka) {
    return new GlanceMaker(
        domain,
        Optional.ofNullable(face),
        backbones(kafka),
        "person " + System.getProperty("user.name"),
        () -> "%s-%04x".formatted(ID_TIME.format(clock.instant()), random.nextInt(1 << 16)),
        clock);
  }

  /** What the domain is tied to already. */
  private Set<String> backbones(KafkaAccess kafka) {
    Set<String> backbones = new HashSet<>();
    try (HeadVersions versions = new HeadVersions(kafka, TrustedKeys.none())) {
      versions.refresh();
      versions.current(domain).ifPresent(head -> backbones.add(head.getBackboneFingerprint()));
    }
    for (CalibrationGlance glance : Glances.read(kafka).of(domain)) {
      for (FeatureSample frame : glance.getFramesList()) {
        backbones.add(frame.getBackboneFingerprint());
      }
    }
    return backbones;
  }

  /** Where nobody runs there is nobody to watch. */
  static void requireRunning(GazeshiftConfig config) {
    if (config.kafka().embedded() && BrokerAddress.ofRunning(config.broker().dataDir()).isEmpty()) {
      throw new UserError(
          ("broker.data-dir: nothing runs on %s, so no camera is to be watched; start 'gazeshift run',"
                  + " or name its broker with --kafka or its directory with --data-dir")
              .formatted(config.broker().dataDir()));
    }
  }
}
