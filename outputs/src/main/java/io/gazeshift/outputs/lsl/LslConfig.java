package io.gazeshift.outputs.lsl;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The Lab Streaming Layer.
 *
 * @param library its file; empty: the system's
 */
public record LslConfig(Optional<Path> library) {

  static final String LIBRARY_KEY = "lsl.library";

  private static final Setting<Optional<Path>> LIBRARY =
      Setting.of(
              LIBRARY_KEY,
              ValueType.path().orEmpty(),
              "",
              "File of liblsl, for 'gazeshift lsl'. Empty: the one that is installed on the system.")
          .withExample("/opt/liblsl/liblsl.so");

  public static final List<Setting<?>> SETTINGS = List.of(LIBRARY);

  public static LslConfig from(EffectiveConfig config) {
    return new LslConfig(config.get(LIBRARY));
  }
}
