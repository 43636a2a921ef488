package io.gazeshift.backbone.pretrain;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.input.BadFaceException;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchReader;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.SplittableRandom;

/** Reads, decodes and augments patches. Used by one thread. */
final class BatchLoader {

  private final TrainingSet set;
  private final PatchReader decoder;
  private final Augmentation augmentation;
  private final float[] planes;

  BatchLoader(TrainingSet set, PatchInput preprocessing) {
    this.set = set;
    this.decoder = new PatchReader(preprocessing);
    this.augmentation = new Augmentation(preprocessing.inputSize());
    this.planes = new float[decoder.floatsPerPatch()];
  }

  int floatsPerPatch() {
    return planes.length;
  }

  /** Fills a batch with some rows of the set, as they are. */
  void load(int[] rows, int from, int count, PatchBatch into)
      throws IOException, InterruptedException {
    into.clear();
    for (int i = from; i < from + count; i++) {
      decode(rows[i]);
      into.add(planes, set.gaze().get(rows[i], 0), set.gaze().get(rows[i], 1));
    }
  }

  /** Fills a batch with some rows of the set, each changed at random. */
  void loadAugmented(int[] rows, int from, int count, PatchBatch into, SplittableRandom random)
      throws IOException, InterruptedException {
    into.clear();
    for (int i = from; i < from + count; i++) {
      decode(rows[i]);
      boolean mirrored = augmentation.apply(planes, random);
      double yaw = set.gaze().get(rows[i], 1);
      into.add(planes, set.gaze().get(rows[i], 0), mirrored ? -yaw : yaw);
    }
  }

  private void decode(int row) throws IOException, InterruptedException {
    try {
      decoder.decode(ByteString.copyFrom(set.patches().jpeg(row)), FloatBuffer.wrap(planes), 0);
    } catch (BadFaceException e) {
      throw new UserError("%s: %s".formatted(set.patches().name(row), e.getMessage()), e);
    }
  }
}
