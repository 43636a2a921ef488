package io.gazeshift.inference.keys;

import com.google.protobuf.ByteString;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;

/** Ed25519 signatures over bytes. */
final class Signatures {

  private Signatures() {}

  static ByteString sign(PrivateKey key, byte[] bytes) {
    try {
      Signature signature = Signature.getInstance(Pem.ALGORITHM);
      signature.initSign(key);
      signature.update(bytes);
      return ByteString.copyFrom(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("signing with an Ed25519 key cannot fail", e);
    }
  }

  static boolean isBy(PublicKey key, byte[] signed, ByteString signature) {
    try {
      Signature verifier = Signature.getInstance(Pem.ALGORITHM);
      verifier.initVerify(key);
      verifier.update(signed);
      return verifier.verify(signature.toByteArray());
    } catch (SignatureException e) {
      // Not even the shape of a signature.
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java supports Ed25519 since version 15", e);
    }
  }
}
