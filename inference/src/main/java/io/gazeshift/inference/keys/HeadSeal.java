package io.gazeshift.inference.keys;

import com.google.protobuf.ByteString;
import io.gazeshift.common.Sha256;
import io.gazeshift.protocol.v1.DenseLayer;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;

/** The bytes of a head that its hash and signature cover, as specified in the contract. */
public final class HeadSeal {

  private static final String PURPOSE = "gazeshift head 2";

  private HeadSeal() {}

  /** SHA-256 over the layers as they stand in the record. */
  public static ByteString sha256(HeadModel head) {
    MessageDigest digest = Sha256.newDigest();
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
  }

  /** Everything the record says; for its layers stands their hash. */
  static byte[] signedBytes(HeadModel head) {
    return new SealWriter(PURPOSE)
        .text(head.getDomain())
        .whole(head.getVersion())
        .whole(head.getParentVersion())
        .text(head.getBackboneFingerprint())
        .bytes(head.getSha256().toByteArray())
        .whole(head.getCreatedMicros())
        .text(head.getReportSummary())
        .text(head.getAuthor())
        .flag(head.getPinned())
        .flag(head.hasRestoredVersion())
        .whole(head.getRestoredVersion())
        .toByteArray();
  }
}
