package io.gazeshift.common;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
public final class Sha256 {

  private Sha256() {}

  public static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public static byte[] of(byte[] content) {
    return newDigest().digest(content);
  }

  /** In lower-case hexadecimal digits. */
  public static String hex(byte[] content) {
    return HexFormat.of().formatHex(of(content));
  }
}
