package io.gazeshift.glsge.head;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Features to gaze: {@code z = relu(W2 relu(W1 x + b1) + b2)}, {@code (pitch, yaw) = Wh z + bh} in
 * radians. Immutable, so that one head can serve any number of threads.
 */
public final class Head {

  /** Pitch and yaw. */
  public static final int OUTPUTS = 2;

  private static final int LAYERS = 3;

  private final DenseLayer hidden1;
  private final DenseLayer hidden2;
  private final DenseLayer linear;

  public Head(DenseLayer hidden1, DenseLayer hidden2, DenseLayer linear) {
    rejectMisfit("second hidden layer", hidden2, hidden1.outputs());
    rejectMisfit("linear layer", linear, hidden2.outputs());
    if (linear.outputs() != OUTPUTS) {
      throw new IllegalArgumentException(
          "a head must have 2 outputs, pitch and yaw, but its linear layer is " + linear);
    }
    this.hidden1 = hidden1;
    this.hidden2 = hidden2;
    this.linear = linear;
  }

  /** Takes the three layers in the order they are applied. */
  public static Head of(List<DenseLayer> layers) {
    if (layers.size() != LAYERS) {
      throw new IllegalArgumentException(
          "a head must have 3 layers (two hidden, one linear), got " + layers.size());
    }
    return new Head(layers.get(0), layers.get(1), layers.get(2));
  }

  /** The three layers in the order they are applied. */
  public List<DenseLayer> layers() {
    return List.of(hidden1, hidden2, linear);
  }

  /** The length of the feature vector this head takes. */
  public int inputs() {
    return hidden1.inputs();
  }

  /** The gaze of one feature vector: pitch, yaw. */
  public float[] predict(float[] features) {
    if (features.length != inputs()) {
      throw new IllegalArgumentException(
          "this head expects %d features, got %d".formatted(inputs(), features.length));
    }
    float[] angles = new float[OUTPUTS];
    predict(features, 0, 1, angles, 0);
    return angles;
  }

  /**
   * The gaze of {@code count} feature vectors that stand one after another from {@code offset};
   * pitch and yaw of each go to {@code angles} from {@code angleOffset}.
   */
  public void predict(float[] features, int offset, int count, float[] angles, int angleOffset) {
    rejectShort("features", features.length, offset, (long) count * inputs());
    rejectShort("angles", angles.length, angleOffset, (long) count * OUTPUTS);
    float[] first = new float[hidden1.outputs()];
    float[] second = new float[hidden2.outputs()];
    for (int i = 0; i < count; i++) {
      hidden1.apply(features, offset + i * inputs(), first, 0);
      relu(first);
      hidden2.apply(first, 0, second, 0);
      relu(second);
      linear.apply(second, 0, angles, angleOffset + i * OUTPUTS);
    }
  }

  /**
   * Identifies the head: SHA-256, in hex, over each layer's inputs and outputs (little-endian
   * int32) and its weight and bias (little-endian float32).
   */
  public String sha256() {
    return HexFormat.of().formatHex(digest());
  }

  /** As {@link #sha256}, the 32 bytes. */
  public byte[] digest() {
    MessageDigest digest = newDigest();
    for (DenseLayer layer : layers()) {
      float[] weight = layer.weight();
      float[] bias = layer.bias();
      ByteBuffer bytes =
          ByteBuffer.allocate(Integer.BYTES * (2 + weight.length + bias.length))
              .order(ByteOrder.LITTLE_ENDIAN);
      bytes.putInt(layer.inputs()).putInt(layer.outputs());
      bytes.asFloatBuffer().put(weight).put(bias);
      digest.update(bytes.rewind());
    }
    return digest.digest();
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void relu(float[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, values[i]);
    }
  }

  private static void rejectMisfit(String name, DenseLayer layer, int given) {
    if (layer.inputs() != given) {
      throw new IllegalArgumentException(
          "the %s expects %d inputs, but the layer before it has %d outputs"
              .formatted(name, layer.inputs(), given));
    }
  }

  private static void rejectShort(String name, int length, int offset, long needed) {
    if (offset < 0 || needed < 0 || offset + needed > length) {
      throw new IllegalArgumentException(
          "%s: needs %d numbers from %d on, the array has %d"
              .formatted(name, needed, offset, length));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Head that && layers().equals(that.layers());
  }

  @Override
  public int hashCode() {
    return layers().hashCode();
  }

  @Override
  public String toString() {
    return "head %d-%d-%d-%d"
        .formatted(inputs(), hidden1.outputs(), hidden2.outputs(), linear.outputs());
  }
}
