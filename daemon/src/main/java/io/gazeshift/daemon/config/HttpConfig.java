package io.gazeshift.daemon.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.common.http.ListenAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a process tells how it is.
 *
 * @param listen none: nowhere
 * @param adminTokenFile holds what whoever changes something must know; none: nobody may
 * @param asked whether somebody chose the address; where nobody did, a taken port is no error
 */
public record HttpConfig(
    Optional<ListenAddress> listen, Optional<Path> adminTokenFile, boolean asked) {

  static final Setting<Optional<ListenAddress>> LISTEN =
      Setting.of(
          "http.listen",
          ListenAddress.orOff(),
          "9464",
          "Where the page (/), metrics (/metrics) and health (/healthz, /readyz) can be asked for: a"
              + " port of this machine only, or host:port for others as well, unencrypted. Where the"
              + " default port is taken, by another gazeshift for one, the process does without.");

  static final Setting<Optional<Path>> ADMIN_TOKEN_FILE =
      Setting.of(
              "http.admin-token-file",
              ValueType.path().orEmpty(),
              "",
              "File with the token, of 16 characters or more, that the page asks of whoever goes back"
                  + " to an earlier head, pins one or has one adapted. Empty: the page only shows.")
          .withExample("/run/secrets/gazeshift-admin-token");

  static final List<Setting<?>> SETTINGS = List.of(LISTEN, ADMIN_TOKEN_FILE);

  static HttpConfig from(EffectiveConfig config) {
    return new HttpConfig(
        config.get(LISTEN),
        config.get(ADMIN_TOKEN_FILE),
        !config.origin(LISTEN.path()).equals("default"));
  }
}
