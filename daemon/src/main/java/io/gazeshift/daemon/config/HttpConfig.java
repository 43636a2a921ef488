package io.gazeshift.daemon.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.common.http.ListenAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The HTTP server of a process: page, metrics and health.
 *
 * @param listen empty if it is off
 * @param adminTokenFile has the secret that allows changes; empty if changes are disabled
 * @param configured whether the address is configured; a taken default port is not an error
 */
public record HttpConfig(
    Optional<ListenAddress> listen, Optional<Path> adminTokenFile, boolean configured) {

  static final Setting<Optional<ListenAddress>> LISTEN =
      Setting.of(
          "http.listen",
          ListenAddress.orOff(),
          "9464",
          "Address of the page (/), metrics (/metrics) and health (/healthz, /readyz): a port, for this"
              + " machine only, or host:port, for other machines as well, unencrypted. If the default"
              + " port is in use, for example by another gazeshift, they are off.");

  static final Setting<Optional<Path>> ADMIN_TOKEN_FILE =
      Setting.of(
              "http.admin-token-file",
              ValueType.path().orEmpty(),
              "",
              "File with the admin token, of 16 characters or more, that the page requires for rolling"
                  + " back, pinning and adapting heads. Empty: the page allows no changes.")
          .withExample("/run/secrets/gazeshift-admin-token");

  static final List<Setting<?>> SETTINGS = List.of(LISTEN, ADMIN_TOKEN_FILE);

  static HttpConfig from(EffectiveConfig config) {
    return new HttpConfig(
        config.get(LISTEN),
        config.get(ADMIN_TOKEN_FILE),
        !config.origin(LISTEN.path()).equals("default"));
  }
}
