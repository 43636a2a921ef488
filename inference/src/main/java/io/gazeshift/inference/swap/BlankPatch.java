package io.gazeshift.inference.swap;

import io.gazeshift.backbone.image.Backbone;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A probe for heads: the backbone's features of a blank patch. */
public final class BlankPatch {

  private static final int CHANNELS = 3;

  private BlankPatch() {}

  /** Runs the backbone once. */
  public static float[] features(Backbone backbone) {
    int floats = CHANNELS * backbone.inputSize() * backbone.inputSize();
    return backbone.features(
        ByteBuffer.allocateDirect(Float.BYTES * floats)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer(),
        1);
  }
}
