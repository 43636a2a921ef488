package io.gazeshift.glsge.data;

import io.gazeshift.glsge.data.SafetensorsException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * One tensor of a safetensors file, row by row. Its numbers stay in the file's mapping until they
 * are copied out.
 */
public final class Tensor {

  private final String label;
  private final TensorType type;
  private final long[] shape;
  private final ByteBuffer data;

  /** The label names file and tensor in messages. */
  Tensor(String label, TensorType type, long[] shape, ByteBuffer data) {
    this.label = label;
    this.type = type;
    this.shape = shape.clone();
    this.data = data.order(ByteOrder.LITTLE_ENDIAN);
  }

  public TensorType type() {
    return type;
  }

  public long[] shape() {
    return shape.clone();
  }

  /** How many numbers it has. */
  public int size() {
    return data.capacity() / type.bytes();
  }

  /** This tensor, if it has this shape; -1 stands for any length. */
  public Tensor requireShape(long... expected) {
    boolean same = shape.length == expected.length;
    for (int i = 0; same && i < shape.length; i++) {
      same = expected[i] == -1 || expected[i] == shape[i];
    }
    if (!same) {
      throw new SafetensorsException(
          Reason.WRONG_SHAPE,
          "%s has the shape %s, expected %s".formatted(label, text(shape), text(expected)));
    }
    return this;
  }

  /** All numbers of an F32 or F16 tensor. */
  public float[] floats() {
    float[] values = new float[size()];
    copyFloats(0, values, 0, values.length);
    return values;
  }

  /** Copies {@code count} numbers of an F32 or F16 tensor, from the {@code from}-th on. */
  public void copyFloats(int from, float[] target, int offset, int count) {
    if (type == TensorType.F32) {
      data.asFloatBuffer().get(from, target, offset, count);
    } else if (type == TensorType.F16) {
      var halves = data.asShortBuffer();
      for (int i = 0; i < count; i++) {
        target[offset + i] = Half.toFloat(halves.get(from + i));
      }
    } else {
      throw wrongType("F32 or F16");
    }
  }

  /** All numbers of an F64, F32 or F16 tensor. */
  public double[] doubles() {
    double[] values = new double[size()];
    if (type == TensorType.F64) {
      data.asDoubleBuffer().get(0, values);
    } else if (type == TensorType.F32 || type == TensorType.F16) {
      float[] narrow = floats();
      Arrays.setAll(values, i -> narrow[i]);
    } else {
      throw wrongType("F64, F32 or F16");
    }
    return values;
  }

  /** All numbers of an I64 or I32 tensor. */
  public long[] longs() {
    long[] values = new long[size()];
    if (type == TensorType.I64) {
      data.asLongBuffer().get(0, values);
    } else if (type == TensorType.I32) {
      var narrow = data.asIntBuffer();
      Arrays.setAll(values, narrow::get);
    } else {
      throw wrongType("I64 or I32");
    }
    return values;
  }

  /** All numbers of a U8 tensor. */
  public byte[] bytes() {
    if (type != TensorType.U8) {
      throw wrongType("U8");
    }
    byte[] values = new byte[size()];
    data.get(0, values);
    return values;
  }

  private SafetensorsException wrongType(String needed) {
    return new SafetensorsException(
        Reason.WRONG_TYPE, "%s has the type %s, expected %s".formatted(label, type, needed));
  }

  private static String text(long[] shape) {
    return Arrays.stream(shape)
        .mapToObj(n -> n == -1 ? "any" : Long.toString(n))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  @Override
  public String toString() {
    return "%s %s %s".formatted(label, type, text(shape));
  }
}
