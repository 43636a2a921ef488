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
 * @param readTokenFile has the secret that streams require; empty if they require none
 * @param allowedHosts names by which browsers and scrapers may reach it
 * @param allowedOrigins other web sites whose pages may read streams
 * @param configured whether the address is configured; a taken default port is not an error
 */
public record HttpConfig(
    Optional<ListenAddress> listen,
    Optional<Path> adminTokenFile,
    Optional<Path> readTokenFile,
    List<String> allowedHosts,
    List<String> allowedOrigins,
    boolean configured) {

  static final Setting<Optional<ListenAddress>> LISTEN =
      Setting.of(
          "http.listen",
          ListenAddress.orOff(),
          "9464",
          "Address of the page (/), metrics (/metrics) and health (/healthz, /readyz): a port, for"
              + " this machine only, or host:port, for other machines as well, unencrypted. If the"
              + " default port is in use, for example by another gazeshift, they are off; 'gazeshift"
              + " try' and 'gazeshift demo' use another port then.");

  static final Setting<Optional<Path>> ADMIN_TOKEN_FILE =
      Setting.of(
              "http.admin-token-file",
              ValueType.path().orEmpty(),
              "",
              "File with the admin token, of 16 characters or more, that the page requires for"
                  + " rolling back, pinning and adapting heads. Empty: the page allows no changes.")
          .withExample("/run/secrets/gazeshift-admin-token");

  static final Setting<Optional<Path>> READ_TOKEN_FILE =
      Setting.of(
              "http.read-token-file",
              ValueType.path().orEmpty(),
              "",
              "File with a token, of 16 characters or more, that /api/v1/stream requires. It allows"
                  + " no changes; the admin token is accepted too. Empty: the stream is open to all"
                  + " who reach the server, as the page is.")
          .withExample("/run/secrets/gazeshift-read-token");

  static final Setting<List<String>> ALLOWED_HOSTS =
      Setting.of(
              "http.allowed-hosts",
              ValueType.listOf(ValueType.matching("[^\\s,/]+", "a host name")),
              "",
              "Further host names by which other machines may address the page, metrics, health and"
                  + " the preview (ingest.preview), besides this machine's own name and its IP"
                  + " addresses. Requests under other names are rejected, so that a web site cannot"
                  + " read the page through a visitor's browser.")
          .withExample("edge-box.local");

  static final Setting<List<String>> ALLOWED_ORIGINS =
      Setting.of(
              "http.allowed-origins",
              ValueType.listOf(
                  ValueType.matching("https?://[^\\s,/]+", "an origin such as https://host:port")),
              "",
              "Origins of other web sites whose pages may read /api/v1/stream, by CORS or a"
                  + " WebSocket. Pages of all other sites are rejected by every path of this"
                  + " server.")
          .withExample("https://dashboard.example");

  static final List<Setting<?>> SETTINGS =
      List.of(LISTEN, ADMIN_TOKEN_FILE, READ_TOKEN_FILE, ALLOWED_HOSTS, ALLOWED_ORIGINS);

  static HttpConfig from(EffectiveConfig config) {
    return new HttpConfig(
        config.get(LISTEN),
        config.get(ADMIN_TOKEN_FILE),
        config.get(READ_TOKEN_FILE),
        config.get(ALLOWED_HOSTS),
        config.get(ALLOWED_ORIGINS),
        !config.origin(LISTEN.path()).equals("default"));
  }
}
