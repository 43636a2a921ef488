package io.gazeshift.backbone.engine;

import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.common.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Identifies a network together with its input. */
final class Fingerprint {

  private Fingerprint() {}

  /** SHA-256, in hex, of the file and of what happens to a face before it and after it. */
  static String of(byte[] file, BackboneInput input, String resolvedOutput) {
    MessageDigest digest = Sha256.newDigest();
    digest.update(file);
    digest.update(input.canonical(resolvedOutput).getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest.digest());
  }
}
