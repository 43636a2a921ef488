package io.gazeshift.inference.heads;

import com.google.protobuf.ByteString;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Converts heads to records and back. */
public final class HeadRecords {

  private HeadRecords() {}

  public static List<io.gazeshift.protocol.v1.DenseLayer> layers(Head head) {
    return head.layers().stream()
        .map(
            layer ->
                io.gazeshift.protocol.v1.DenseLayer.newBuilder()
                    .setInputs(layer.inputs())
                    .setOutputs(layer.outputs())
                    .setWeight(bytes(layer.weight()))
                    .setBias(bytes(layer.bias()))
                    .build())
        .toList();
  }

  /** How many bytes the layers of a head take in a record; the rest of it is text. */
  public static long layerBytes(Head head) {
    return head.layers().stream()
        .mapToLong(layer -> Float.BYTES * (layer.outputs() * (layer.inputs() + 1L)))
        .sum();
  }

  /**
   * The head of a record.
   *
   * @throws IllegalArgumentException where its layers make none
   */
  public static Head head(HeadModel record) {
    return Head.of(
        record.getLayersList().stream()
            .map(
                layer ->
                    new DenseLayer(
                        layer.getInputs(),
                        layer.getOutputs(),
                        floats(layer.getWeight()),
                        floats(layer.getBias())))
            .toList());
  }

  /**
   * The head of a record, with the fingerprint of its backbone.
   *
   * @throws UserError where its layers make no head
   */
  public static HeadFile file(HeadModel record) {
    try {
      if (!isFinite(record)) {
        throw new IllegalArgumentException("it contains a weight that is not finite");
      }
      return new HeadFile(head(record), record.getBackboneFingerprint());
    } catch (IllegalArgumentException e) {
      throw new UserError(
          "head %d of domain '%s' cannot be used: %s"
              .formatted(record.getVersion(), record.getDomain(), e.getMessage()),
          e);
    }
  }

  public static boolean isFinite(HeadModel record) {
    return record.getLayersList().stream()
        .allMatch(layer -> isFinite(layer.getWeight()) && isFinite(layer.getBias()));
  }

  private static boolean isFinite(ByteString floats) {
    ByteBuffer bytes = floats.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (!Float.isFinite(bytes.getFloat())) {
        return false;
      }
    }
    return true;
  }

  private static ByteString bytes(float[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return ByteString.copyFrom(bytes);
  }

  private static float[] floats(ByteString bytes) {
    float[] values = new float[bytes.size() / Float.BYTES];
    bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }
}
