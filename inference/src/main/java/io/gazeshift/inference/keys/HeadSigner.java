package io.gazeshift.inference.keys;

import io.gazeshift.protocol.v1.HeadModel;
import java.nio.file.Path;
import java.security.PrivateKey;

/** Signs heads with a private key. Thread-safe. */
public final class HeadSigner {

  private final PrivateKey key;

  private HeadSigner(PrivateKey key) {
    this.key = key;
  }

  /** Reads the private key of a PEM file (PKCS#8). */
  public static HeadSigner read(Path file) {
    return new HeadSigner(Pem.readPrivate(file));
  }

  /** The head with its signature; hash and version must be in it already. */
  public HeadModel sign(HeadModel head) {
    return head.toBuilder().setSignature(Signatures.sign(key, HeadSeal.signedBytes(head))).build();
  }
}
