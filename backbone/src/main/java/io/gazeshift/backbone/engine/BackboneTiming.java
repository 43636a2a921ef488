package io.gazeshift.backbone.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/** How long a backbone takes, by running it on an empty batch. */
public final class BackboneTiming {

  private static final int WARM_UP_RUNS = 5;

  private BackboneTiming() {}

  /** The median of so many passes over a batch of so many faces. */
  public static double medianMillis(Backbone backbone, int batch, int runs) {
    FloatBuffer faces =
        ByteBuffer.allocateDirect(Float.BYTES * batch * backbone.input().floatsPerFace())
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    for (int i = 0; i < WARM_UP_RUNS; i++) {
      backbone.features(faces, batch);
    }
    long[] nanos = new long[runs];
    for (int i = 0; i < runs; i++) {
      long start = System.nanoTime();
      backbone.features(faces, batch);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos[runs / 2] / 1e6;
  }
}
