package io.gazeshift.backbone.openvino;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A file and the one content it may have.
 *
 * @param sha384 in lower-case hexadecimal digits; the hash that Open Model Zoo states
 */
record PinnedFile(String name, int bytes, String sha384) {

  /** Whether a directory has it, with the right content. */
  boolean isIn(Path directory) {
    Path file = directory.resolve(name);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    byte[] content = content(file);
    return content.length == bytes && sha384Of(content).equals(sha384);
  }

  /**
   * Its content in a directory, checked.
   *
   * @param command what brings the file, for messages
   */
  byte[] readFrom(Path directory, String command) {
    Path file = directory.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new UserError("%s does not contain %s; run '%s'".formatted(directory, name, command));
    }
    byte[] content = content(file);
    check(content, file.toString(), "run '%s' to replace it".formatted(command));
    return content;
  }

  /**
   * Throws unless this is the content.
   *
   * @param origin where it was found, for the message
   * @param remedy what to do about another content
   */
  void check(byte[] content, String origin, String remedy) {
    if (content.length != bytes) {
      throw new UserError(
          content.length > bytes
              ? "%s has more than the expected %d bytes; %s".formatted(origin, bytes, remedy)
              : "%s has %d bytes, expected %d; %s"
                  .formatted(origin, content.length, bytes, remedy));
    }
    String found = sha384Of(content);
    if (!found.equals(sha384)) {
      throw new UserError(
          "%s has the SHA-384 %s, expected %s; %s".formatted(origin, found, sha384, remedy));
    }
  }

  static String sha384Of(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-384").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new UserError("this Java has no SHA-384; use a complete Java runtime", e);
    }
  }

  private static byte[] content(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UserError("cannot read %s; check its permissions".formatted(file), e);
    }
  }
}
