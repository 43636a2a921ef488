package io.gazeshift.daemon.doctor;

import io.gazeshift.daemon.config.GazeshiftConfig;
import java.util.List;
import java.util.stream.Stream;

/** Everything that must work for gazeshift to work, from the machine up. */
public final class Doctor {

  private Doctor() {}

  /** The checks, in the order in which one rests on the other. */
  public static List<SystemCheck> checks(GazeshiftConfig config) {
    return Stream.of(
            MachineChecks.all(config.broker().dataDir()),
            EngineChecks.all(),
            new KafkaChecks(config).all(),
            ModelChecks.all(config.infer()),
            FaceChecks.all(config.faces()),
            CameraChecks.all(config))
        .flatMap(List::stream)
        .toList();
  }
}
