package io.gazeshift.backbone.openvino;

import io.gazeshift.glsge.data.Half;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** A constant layer: where its numbers lie in the weights, and of which type they are. */
final class IrConstant {

  private final IrLayer layer;
  private final ElementType type;
  private final ByteBuffer raw;

  private enum ElementType {
    F32(Float.BYTES),
    F16(Short.BYTES),
    I32(Integer.BYTES),
    I64(Long.BYTES),
    U64(Long.BYTES);

    private final int bytes;

    ElementType(int bytes) {
      this.bytes = bytes;
    }

    static ElementType of(IrLayer layer) {
      return switch (layer.attribute("element_type")) {
        case "f32" -> F32;
        case "f16" -> F16;
        case "i32" -> I32;
        case "i64" -> I64;
        case "u64" -> U64;
        default ->
            throw layer.unusable(
                "has numbers of type '%s', expected f32, f16, i32, i64 or u64"
                    .formatted(layer.attribute("element_type")));
      };
    }
  }

  private IrConstant(IrLayer layer, ElementType type, ByteBuffer raw) {
    this.layer = layer;
    this.type = type;
    this.raw = raw;
  }

  /** The numbers of a constant layer, where they lie. */
  static IrConstant of(IrLayer layer, byte[] weights) {
    ElementType type = ElementType.of(layer);
    long offset = layer.number("offset");
    long size = layer.number("size");
    if (offset < 0 || size < 0 || offset > weights.length || size > weights.length - offset) {
      throw layer.unusable(
          "has its numbers at bytes %d to %d, but the weights have %d"
              .formatted(offset, offset + size, weights.length));
    }
    long count = 1;
    for (long length : layer.numbers("shape")) {
      if (length < 1 || length > weights.length) {
        throw layer.unusable("has the shape %s".formatted(layer.numbers("shape")));
      }
      // Each factor is small, and so is the product before it.
      count = Math.min(count * length, Integer.MAX_VALUE);
    }
    if (count * type.bytes != size) {
      throw layer.unusable(
          "has %d bytes for a shape of %s".formatted(size, layer.numbers("shape")));
    }
    ByteBuffer raw =
        ByteBuffer.wrap(weights, (int) offset, (int) size).slice().order(ByteOrder.LITTLE_ENDIAN);
    return new IrConstant(layer, type, raw);
  }

  List<Long> shape() {
    return layer.numbers("shape");
  }

  float[] floats() {
    float[] values = new float[raw.remaining() / type.bytes];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (type) {
            case F32 -> raw.getFloat(i * Float.BYTES);
            case F16 -> Half.toFloat(raw.getShort(i * Short.BYTES));
            case I32, I64, U64 -> throw layer.unusable("has whole numbers, expected fractions");
          };
    }
    return values;
  }

  long[] longs() {
    long[] values = new long[raw.remaining() / type.bytes];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (type) {
            case I32 -> raw.getInt(i * Integer.BYTES);
            case I64, U64 -> raw.getLong(i * Long.BYTES);
            case F32, F16 -> throw layer.unusable("has fractions, expected whole numbers");
          };
    }
    return values;
  }
}
