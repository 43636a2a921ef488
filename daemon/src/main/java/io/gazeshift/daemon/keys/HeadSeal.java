package io.gazeshift.daemon.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.gazeshift.protocol.v1.DenseLayer;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The bytes that a head's hash and signature are over, as the contract describes them. */
public final class HeadSeal {

  private static final byte[] PURPOSE = "gazeshift head 1".getBytes(UTF_8);

  private HeadSeal() {}

  /** SHA-256 over the layers as they stand in the record. */
  public static ByteString sha256(HeadModel head) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (DenseLayer layer : head.getLayersList()) {
        digest.update(
            ByteBuffer.allocate(2 * Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(layer.getInputs())
                .putInt(layer.getOutputs())
                .flip());
        digest.update(layer.getWeight().asReadOnlyByteBuffer());
        digest.update(layer.getBias().asReadOnlyByteBuffer());
      }
      return ByteString.copyFrom(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Lengths stand before texts, so that no two heads have the same bytes. */
  static byte[] signedBytes(HeadModel head) {
    byte[] domain = head.getDomain().getBytes(UTF_8);
    byte[] fingerprint = head.getBackboneFingerprint().getBytes(UTF_8);
    byte[] sha256 = head.getSha256().toByteArray();
    return ByteBuffer.allocate(
            PURPOSE.length + 16 + domain.length + fingerprint.length + sha256.length)
        .put(PURPOSE)
        .putInt(domain.length)
        .put(domain)
        .putLong(head.getVersion())
        .putInt(fingerprint.length)
        .put(fingerprint)
        .put(sha256)
        .array();
  }
}
