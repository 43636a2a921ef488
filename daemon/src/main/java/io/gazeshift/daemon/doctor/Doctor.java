package io.gazeshift.daemon.doctor;

import io.gazeshift.daemon.config.GazeshiftConfig;
import java.util.List;
import java.util.stream.Stream;

/** All checks of the system. */
public final class Doctor {

  private Doctor() {}

  /** The checks, each after those it depends on. */
  public static List<SystemCheck> checks(GazeshiftConfig config) {
    return Stream.of(
            MachineChecks.all(config.broker().dataDir()),
            EngineChecks.all(),
            new KafkaChecks(config).all(),
            ModelChecks.all(config),
            FaceChecks.all(config),
            CameraChecks.all(config))
        .flatMap(List::stream)
        .toList();
  }
}
