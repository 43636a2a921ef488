package io.gazeshift.backbone.samples;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.image.Backbone;
import io.gazeshift.backbone.image.BackboneOptions;
import io.gazeshift.backbone.image.BadPatchException;
import io.gazeshift.backbone.image.PatchDecoder;
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
  private final PatchDecoder decoder;
  private final FloatBuffer batch;

  /** Patches by their number. */
  public interface Patches {
    int count();

    byte[] jpeg(int index) throws IOException, InterruptedException;

    /** What to call a patch in messages. */
    String name(int index);
  }

  public FeatureExtractor(ModelDirectory model, BackboneOptions options) {
    this.backbone = model.openBackbone(options);
    this.decoder = new PatchDecoder(model.preprocessing());
    this.batch =
        ByteBuffer.allocateDirect(BATCH * decoder.floatsPerPatch() * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
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
    } catch (BadPatchException e) {
      throw new UserError("%s: %s".formatted(patches.name(patch), e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    backbone.close();
  }
}
