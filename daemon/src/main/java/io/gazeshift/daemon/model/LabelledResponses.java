package io.gazeshift.daemon.model;

import com.google.protobuf.ByteString;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BadPatchException;
import io.gazeshift.daemon.backbone.PatchDecoder;
import io.gazeshift.daemon.backbone.Preprocessing;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.ingest.synthetic.LabelledPatch;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** What a network gives for synthetic patches, row by row, and the gaze of each. */
@SuppressWarnings("ArrayRecordComponent") // Large, and never compared.
record LabelledResponses(float[] rows, float[] angles) {

  private static final int BATCH = 32;

  /** Draws patches and runs them, the way a camera's would go. */
  static LabelledResponses of(
      Backbone network,
      Preprocessing preprocessing,
      SyntheticPatches patches,
      int count,
      BaselineModelMaker.Progress progress)
      throws InterruptedException {
    PatchDecoder decoder = new PatchDecoder(preprocessing);
    FloatBuffer batch =
        ByteBuffer.allocateDirect(BATCH * decoder.floatsPerPatch() * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    float[] rows = new float[count * network.featureSize()];
    float[] angles = new float[count * Head.OUTPUTS];
    for (int done = 0; done < count; done += BATCH) {
      int size = Math.min(BATCH, count - done);
      for (int i = 0; i < size; i++) {
        LabelledPatch patch = patches.next();
        decode(decoder, patch, batch, i);
        angles[(done + i) * Head.OUTPUTS] = (float) patch.normalisedGaze().pitchRad();
        angles[(done + i) * Head.OUTPUTS + 1] = (float) patch.normalisedGaze().yawRad();
      }
      float[] responses = network.features(batch, size);
      System.arraycopy(responses, 0, rows, done * network.featureSize(), responses.length);
      progress.drawn(done + size, count);
    }
    return new LabelledResponses(rows, angles);
  }

  private static void decode(
      PatchDecoder decoder, LabelledPatch patch, FloatBuffer batch, int index) {
    try {
      decoder.decode(ByteString.copyFrom(patch.jpeg()), batch, index);
    } catch (BadPatchException e) {
      throw new IllegalStateException("a synthetic patch cannot be read", e);
    }
  }
}
