package io.gazeshift.inference.pipeline;

import io.gazeshift.common.UserError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Memory for decoded patches, from which the backbone reads them. */
final class PatchMemory {

  private PatchMemory() {}

  /** Room for so many batches of {@code infer.max-batch} patches. */
  static FloatBuffer allocate(int batches, int maxBatch, int floatsPerPatch) {
    long bytes = (long) Float.BYTES * floatsPerPatch * batches * maxBatch;
    if (bytes > Integer.MAX_VALUE) {
      throw UserError.usage(
          "infer.max-batch: %d needs %d MiB for patches of this model; use a smaller batch"
              .formatted(maxBatch, bytes >> 20));
    }
    return ByteBuffer.allocateDirect((int) bytes).order(ByteOrder.nativeOrder()).asFloatBuffer();
  }
}
