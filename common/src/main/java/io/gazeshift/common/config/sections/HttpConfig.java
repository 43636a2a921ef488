package io.gazeshift.common.config.sections;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import java.util.List;
import java.util.Optional;

/**
 * Where a process tells how it is.
 *
 * @param listen none: nowhere
 * @param asked whether somebody chose the address; where nobody did, a taken port is no error
 */
public record HttpConfig(Optional<ListenAddress> listen, boolean asked) {

  static final Setting<Optional<ListenAddress>> LISTEN =
      Setting.of(
          "http.listen",
          ListenAddress.orOff(),
          "9464",
          "Where metrics (/metrics) and health (/healthz, /readyz) can be asked for: a port of this"
              + " machine only, or host:port for others as well, unencrypted. Where the default"
              + " port is taken, by another gazeshift for one, the process does without.");

  static final List<Setting<?>> SETTINGS = List.of(LISTEN);

  static HttpConfig from(EffectiveConfig config) {
    return new HttpConfig(config.get(LISTEN), !config.origin(LISTEN.path()).equals("default"));
  }
}
