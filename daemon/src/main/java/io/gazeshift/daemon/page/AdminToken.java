package io.gazeshift.daemon.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.common.Sha256;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

/**
 * The secret that allows changes. Its file is read for every request, so that you can replace it
 * while the process runs; it is never shown or logged.
 */
final class AdminToken {

  static final String SETTING = "http.admin-token-file";

  private static final int FEWEST_CHARACTERS = 16;
  private static final int MOST_BYTES = 4096;

  private final Path file;

  private AdminToken(Path file) {
    this.file = file;
  }

  /**
   * The token in a file.
   *
   * @throws UserError if the file has no token, or one that is too short
   */
  static AdminToken in(Path file) {
    AdminToken token = new AdminToken(file);
    token.read();
    return token;
  }

  /**
   * Whether this is the token, compared in constant time.
   *
   * @throws UserError if the file has become unusable
   */
  boolean is(String given) {
    return MessageDigest.isEqual(sha256(read()), sha256(given));
  }

  private String read() {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES);
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot read %s (%s); write a token of %d characters or more to it, for example from"
                  .formatted(SETTING, file, e.getClass().getSimpleName(), FEWEST_CHARACTERS)
              + " 'openssl rand -hex 24', or remove the setting",
          e);
    }
    String token = new String(bytes, UTF_8).strip();
    if (token.length() < FEWEST_CHARACTERS || !token.matches("[\\x21-\\x7e]+")) {
      throw new UserError(
          ("%s: %s has no token of %d or more printable characters without spaces; create one with"
                  + " 'openssl rand -hex 24'")
              .formatted(SETTING, file, FEWEST_CHARACTERS));
    }
    return token;
  }

  private static byte[] sha256(String text) {
    return Sha256.of(text.getBytes(UTF_8));
  }
}
