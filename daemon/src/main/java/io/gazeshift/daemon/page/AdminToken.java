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
 * What whoever changes something must know. It stands in a file, which is read every time, so that
 * it can be replaced while the process runs; it is never shown or logged.
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
   * @throws UserError where there is none that would keep anybody out
   */
  static AdminToken in(Path file) {
    AdminToken token = new AdminToken(file);
    token.read();
    return token;
  }

  /**
   * Whether this is the token. Takes as long for a wrong one as for another wrong one.
   *
   * @throws UserError where the file has become unusable since
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
          "%s: %s cannot be read (%s); write a token of %d characters or more to it, such as"
                  .formatted(SETTING, file, e.getClass().getSimpleName(), FEWEST_CHARACTERS)
              + " 'openssl rand -hex 24' makes, or name no file",
          e);
    }
    String token = new String(bytes, UTF_8).strip();
    if (token.length() < FEWEST_CHARACTERS || !token.matches("[\\x21-\\x7e]+")) {
      throw new UserError(
          ("%s: %s holds no token of %d or more letters, digits and signs without spaces; 'openssl"
                  + " rand -hex 24' makes one")
              .formatted(SETTING, file, FEWEST_CHARACTERS));
    }
    return token;
  }

  private static byte[] sha256(String text) {
    return Sha256.of(text.getBytes(UTF_8));
  }
}
