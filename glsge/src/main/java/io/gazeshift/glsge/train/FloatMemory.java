package io.gazeshift.glsge.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * Native memory for one array, used again in every step. The engine reads it in place on a CPU;
 * memory of its own for every array of every step would only be freed when the collector runs.
 */
final class FloatMemory {

  private ByteBuffer bytes;

  FloatMemory(int floats) {
    this.bytes = allocate(floats);
  }

  /** An array over this memory, which must not be written before that array is closed. */
  NDArray array(NDManager manager, float[] values, Shape shape) {
    if (bytes.capacity() < values.length * Float.BYTES) {
      bytes = allocate(values.length);
    }
    FloatBuffer floats = bytes.asFloatBuffer();
    floats.put(values);
    ByteBuffer exact = bytes.slice(0, values.length * Float.BYTES).order(ByteOrder.nativeOrder());
    return manager.create(exact, shape, DataType.FLOAT32);
  }

  private static ByteBuffer allocate(int floats) {
    return ByteBuffer.allocateDirect(Math.multiplyExact(floats, Float.BYTES))
        .order(ByteOrder.nativeOrder());
  }
}
