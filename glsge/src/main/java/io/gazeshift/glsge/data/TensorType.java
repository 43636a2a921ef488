package io.gazeshift.glsge.data;

/** The element types we read and write, under their safetensors names. */
public enum TensorType {
  F64(8),
  I64(8),
  F32(4),
  I32(4),
  F16(2),
  U8(1);

  private final int bytes;

  TensorType(int bytes) {
    this.bytes = bytes;
  }

  /** The size of one element. */
  public int bytes() {
    return bytes;
  }
}
