package io.gazeshift.backbone.samples;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.BadFaceException;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchReader;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.function.DoubleConsumer;

/** Runs patches through a backbone as inference would. Used by one thread. */
public final class FeatureExtractor implements AutoCloseable {

  private static final int BATCH = 32;

  private final Backbone backbone;
  private final PatchReader decoder;
  private final FloatBuffer batch;

  /** Patches by their number. */
  public interface Patches {
    int count();

    byte[] jpeg(int index) throws IOException, InterruptedException;

    /** What to call a patch in messages. */
    String name(int index);
  }

  public FeatureExtractor(ModelDirectory model, BackboneOptions options) {
    this.decoder = new PatchReader(patches(model));
    this.backbone = model.openBackbone(options);
    this.batch =
        ByteBuffer.allocateDirect(BATCH * decoder.floatsPerPatch() * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
  }

  private static PatchInput patches(ModelDirectory model) {
    if (model.input() instanceof PatchInput patch) {
      return patch;
    }
    throw new UserError(
        ("%s: takes landmarks, which patches do not have; use photographs ('gazeshift evaluate"
                + " --photos') or simulated faces ('gazeshift bank simulate')")
            .formatted(model.name()));
  }

  /** The length of a feature vector. */
  public int width() {
    return backbone.featureSize();
  }

  public String fingerprint() {
    return backbone.fingerprint();
  }

  /** The features of all patches, row by row; progress is told the fraction done. */
  public float[] features(Patches patches, DoubleConsumer progress)
      throws IOException, InterruptedException {
    int count = patches.count();
    float[] rows = new float[Math.multiplyExact(count, width())];
    for (int done = 0; done < count; done += BATCH) {
      int size = Math.min(BATCH, count - done);
      for (int i = 0; i < size; i++) {
        decode(patches, done + i, i);
      }
      float[] features = backbone.features(batch, size);
      System.arraycopy(features, 0, rows, done * width(), features.length);
      progress.accept((double) (done + size) / count);
    }
    return rows;
  }

  private void decode(Patches patches, int patch, int slot)
      throws IOException, InterruptedException {
    try {
      decoder.decode(ByteString.copyFrom(patches.jpeg(patch)), batch, slot);
    } catch (BadFaceException e) {
      throw new UserError("%s: %s".formatted(patches.name(patch), e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    backbone.close();
  }
}
