package io.gazeshift.inference.keys;

import com.google.protobuf.ByteString;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;

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
    try {
      Signature signature = Signature.getInstance(Pem.ALGORITHM);
      signature.initSign(key);
      signature.update(HeadSeal.signedBytes(head));
      return head.toBuilder().setSignature(ByteString.copyFrom(signature.sign())).build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("signing with an Ed25519 key cannot fail", e);
    }
  }
}
