package io.gazeshift.inference.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.gazeshift.common.Sha256;
import io.gazeshift.protocol.v1.DenseLayer;
import io.gazeshift.protocol.v1.HeadModel;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;

/** The bytes of a head that its hash and signature cover, as specified in the contract. */
public final class HeadSeal {

  private static final byte[] PURPOSE = "gazeshift head 2".getBytes(UTF_8);

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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(PURPOSE);
      text(out, head.getDomain());
      out.writeLong(head.getVersion());
      out.writeLong(head.getParentVersion());
      text(out, head.getBackboneFingerprint());
      bytes(out, head.getSha256().toByteArray());
      out.writeLong(head.getCreatedMicros());
      text(out, head.getReportSummary());
      text(out, head.getAuthor());
      out.writeBoolean(head.getPinned());
      out.writeBoolean(head.hasRestoredVersion());
      out.writeLong(head.getRestoredVersion());
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return bytes.toByteArray();
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    bytes(out, text.getBytes(UTF_8));
  }

  /** The length stands before, so that no two heads have the same bytes. */
  private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
