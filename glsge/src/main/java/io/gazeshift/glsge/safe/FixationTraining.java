package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.function.BooleanSupplier;

/** Teaches a head what is thought of whole fixations, frame by frame. */
final class FixationTraining {

  private static final int BATCH = 100;
  private static final int DRAWS = 16_000;
  private static final double LEARNING_RATE = 3e-4;

  private final FeatureRows frames;
  private final SafeSettings settings;
  private final BooleanSupplier cancelled;

  FixationTraining(FeatureRows frames, SafeSettings settings, BooleanSupplier cancelled) {
    this.frames = frames;
    this.settings = settings;
    this.cancelled = cancelled;
  }

  int steps() {
    return epochs() * stepsPerEpoch();
  }

  int stepsPerEpoch() {
    return (frames.size() + BATCH - 1) / BATCH;
  }

  private int epochs() {
    return Math.max(1, DRAWS / frames.size());
  }

  SourceTrainer.Result train(Head start, Matrix labels, long seed, Runnable epochDone) {
    return new SourceTrainer(
            new SourceTrainer.Settings(
                1, 1, epochs(), BATCH, LEARNING_RATE, seed, settings.device()))
        .train(start, SourceBank.of(frames, labels), loss -> epochDone.run(), cancelled);
  }
}
