package io.gazeshift.daemon.page;

import io.gazeshift.common.UserError;
import io.gazeshift.common.http.TokenCheck;
import io.gazeshift.common.http.TokenFile;
import io.gazeshift.common.http.TokenRateLimiter;
import io.gazeshift.daemon.config.HttpConfig;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who may do what over HTTP.
 *
 * @param admin what allows changes; empty if changes are disabled
 * @param read what allows reading streams; empty if everyone may who reaches the server
 */
public record Tokens(Optional<TokenCheck> admin, Optional<TokenCheck> read) {

  static final String ADMIN_SETTING = "http.admin-token-file";
  private static final String READ_SETTING = "http.read-token-file";

  /**
   * Those of this configuration. The admin token also allows reading.
   *
   * @throws UserError if a configured file has no token
   */
  public static Tokens of(HttpConfig http) {
    Optional<TokenFile> admin =
        http.adminTokenFile().map(file -> TokenFile.in(ADMIN_SETTING, file));
    Optional<TokenFile> read = http.readTokenFile().map(file -> TokenFile.in(READ_SETTING, file));
    return new Tokens(
        admin.map(token -> new TokenCheck("admin", List.of(token), limiter())),
        read.map(
            token ->
                new TokenCheck(
                    "read", Stream.concat(Stream.of(token), admin.stream()).toList(), limiter())));
  }

  /** One for each: a right read token must not forgive wrong admin tokens. */
  private static TokenRateLimiter limiter() {
    return new TokenRateLimiter(System::nanoTime);
  }
}
