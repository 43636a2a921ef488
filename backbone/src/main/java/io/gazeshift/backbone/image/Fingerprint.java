package io.gazeshift.backbone.image;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Identifies a network together with its preprocessing. */
final class Fingerprint {

  private Fingerprint() {}

  /** SHA-256, in hex, of the file and of what happens to a patch before it and after it. */
  static String of(byte[] file, Preprocessing preprocessing, String resolvedOutput) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(file);
      digest.update(preprocessing.canonical(resolvedOutput).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
