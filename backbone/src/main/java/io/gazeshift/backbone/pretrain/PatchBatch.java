package io.gazeshift.backbone.pretrain;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/** Memory for a batch, outside Java's heap so that PyTorch reads it where it is; used again. */
final class PatchBatch {

  private static final int CHANNELS = 3;

  private final int side;
  private final ByteBuffer images;
  private final float[] gaze;
  private int size;

  /** Room for so many square patches. */
  PatchBatch(int capacity, int side) {
    this.side = side;
    this.images =
        ByteBuffer.allocateDirect(Math.multiplyExact(capacity, bytesPerPatch()))
            .order(ByteOrder.nativeOrder());
    this.gaze = new float[2 * capacity];
  }

  private int bytesPerPatch() {
    return CHANNELS * side * side * Float.BYTES;
  }

  void clear() {
    size = 0;
  }

  void add(float[] planes, double pitchRad, double yawRad) {
    images
        .slice(size * bytesPerPatch(), bytesPerPatch())
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer()
        .put(planes);
    gaze[2 * size] = (float) pitchRad;
    gaze[2 * size + 1] = (float) yawRad;
    size++;
  }

  /** The patches, over this very memory: to be closed before it is filled again. */
  NDArray images(NDManager manager) {
    ByteBuffer used = images.slice(0, size * bytesPerPatch()).order(ByteOrder.nativeOrder());
    return manager.create(used, new Shape(size, CHANNELS, side, side), DataType.FLOAT32);
  }

  /** The patches as numbers, over this very memory. */
  FloatBuffer floats() {
    return images.slice(0, size * bytesPerPatch()).order(ByteOrder.nativeOrder()).asFloatBuffer();
  }

  /** Pitch and yaw of each patch. */
  NDArray gaze(NDManager manager) {
    return manager.create(Arrays.copyOf(gaze, 2 * size), new Shape(size, 2));
  }
}
