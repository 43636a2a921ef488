package io.gazeshift.inference.swap;

import io.gazeshift.backbone.engine.Backbone;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A probe for heads: the backbone's features of a blank face. */
public final class BlankFace {

  private BlankFace() {}

  /** Runs the backbone once. */
  public static float[] features(Backbone backbone) {
    int floats = backbone.input().floatsPerFace();
    return backbone.features(
        ByteBuffer.allocateDirect(Float.BYTES * floats)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer(),
        1);
  }
}
