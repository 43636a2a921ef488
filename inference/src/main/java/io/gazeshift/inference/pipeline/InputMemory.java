package io.gazeshift.inference.pipeline;

import io.gazeshift.common.UserError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Memory for decoded faces, from which the backbone reads them. */
final class InputMemory {

  private InputMemory() {}

  /** Room for so many batches of {@code infer.max-batch} faces. */
  static FloatBuffer allocate(int batches, int maxBatch, int floatsPerFace) {
    long bytes = (long) Float.BYTES * floatsPerFace * batches * maxBatch;
    if (bytes > Integer.MAX_VALUE) {
      throw UserError.usage(
          "infer.max-batch: %d needs %d MiB for faces of this model; use a smaller batch"
              .formatted(maxBatch, bytes >> 20));
    }
    return ByteBuffer.allocateDirect((int) bytes).order(ByteOrder.nativeOrder()).asFloatBuffer();
  }
}
