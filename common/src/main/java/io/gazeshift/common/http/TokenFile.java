package io.gazeshift.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.common.Sha256;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

/**
 * A secret that clients must know. Its file is read for every request, so that you can replace it
 * while the process runs; it is never shown or logged.
 */
public final class TokenFile {

  private static final int FEWEST_CHARACTERS = 16;
  private static final int MOST_BYTES = 4096;

  private final String setting;
  private final Path file;

  private TokenFile(String setting, Path file) {
    this.setting = setting;
    this.file = file;
  }

  /**
   * The token in a file.
   *
   * @param setting that names the file
   * @throws UserError if the file has no token, or one that is too short
   */
  public static TokenFile in(String setting, Path file) {
    TokenFile token = new TokenFile(setting, file);
    token.read();
    return token;
  }

  /**
   * Whether this is the token, compared in constant time.
   *
   * @throws UserError if the file has become unusable
   */
  public boolean is(String given) {
    return MessageDigest.isEqual(sha256(read()), sha256(given));
  }

  private String read() {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES);
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot read %s (%s); write a token of %d characters or more to it, for example from"
                  .formatted(setting, file, e.getClass().getSimpleName(), FEWEST_CHARACTERS)
              + " 'openssl rand -hex 24', or remove the setting",
          e);
    }
    String token = new String(bytes, UTF_8).strip();
    if (token.length() < FEWEST_CHARACTERS || !token.matches("[\\x21-\\x7e]+")) {
      throw new UserError(
          ("%s: %s has no token of %d or more printable characters without spaces; create one with"
                  + " 'openssl rand -hex 24'")
              .formatted(setting, file, FEWEST_CHARACTERS));
    }
    return token;
  }

  private static byte[] sha256(String text) {
    return Sha256.of(text.getBytes(UTF_8));
  }
}
