package io.gazeshift.inference.keys;

import io.gazeshift.protocol.v1.CalibrationGlance;
import java.nio.file.Path;
import java.security.PrivateKey;

/** Signs glances with the private key that signs heads: both decide what predicts. Thread-safe. */
public final class GlanceSigner {

  private final PrivateKey key;

  private GlanceSigner(PrivateKey key) {
    this.key = key;
  }

  /** Reads the private key of a PEM file (PKCS#8). */
  public static GlanceSigner read(Path file) {
    return new GlanceSigner(Pem.readPrivate(file));
  }

  /** The glance with its signature. */
  public CalibrationGlance sign(CalibrationGlance glance) {
    return glance.toBuilder()
        .setSignature(Signatures.sign(key, GlanceSeal.signedBytes(glance)))
        .build();
  }
}
