package io.gazeshift.backbone.openvino;

import io.gazeshift.common.UserError;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A file of gaze-estimation-adas-0002 in single precision, and the one content it may have. Sizes
 * and SHA-384 are those that Open Model Zoo states in the network's model.yml.
 */
public enum GazeNetworkFile {
  /** The layers and how they are connected. */
  LAYERS(
      "gaze-estimation-adas-0002.xml",
      68_724,
      "2c70fa1448aa923869b96848f1d218ac2efab5f718a57b486d7256c46853726f"
          + "de71e3165398458e973200612e17529c"),
  /** The numbers of all constant layers, one after the other. */
  WEIGHTS(
      "gaze-estimation-adas-0002.bin",
      7_529_380,
      "044e39075331a7e5b3a7da7a39ccc40defda03326375295aa091b273e7395b3a"
          + "b92db076d7828b9a68795fd496b572c8");

  private final String fileName;
  private final int bytes;
  private final String sha384;

  GazeNetworkFile(String fileName, int bytes, String sha384) {
    this.fileName = fileName;
    this.bytes = bytes;
    this.sha384 = sha384;
  }

  public String fileName() {
    return fileName;
  }

  int bytes() {
    return bytes;
  }

  boolean matches(byte[] content) {
    return content.length == bytes && sha384Of(content).equals(sha384);
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
          "%s has %d bytes, expected %d; %s".formatted(origin, content.length, bytes, remedy));
    }
    String found = sha384Of(content);
    if (!found.equals(sha384)) {
      throw new UserError(
          "%s has the SHA-384 %s, expected %s; %s".formatted(origin, found, sha384, remedy));
    }
  }

  private static String sha384Of(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-384").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new UserError("this Java has no SHA-384; use a complete Java runtime", e);
    }
  }
}
