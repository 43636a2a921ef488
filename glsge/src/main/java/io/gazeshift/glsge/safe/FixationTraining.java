package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/** Trains a head frame by frame on the estimated gaze of whole fixations. */
final class FixationTraining {

  private static final int BATCH = 100;

  private final FeatureRows frames;
  private final Length length;
  private final SafeSettings settings;
  private final BooleanSupplier cancelled;

  /**
   * How long a training is.
   *
   * @param draws how many frames are looked at, again and again where there are fewer
   * @param mostEpochs but not more often than that: few frames would be learned by heart
   * @param learningRate where the cosine starts
   */
  record Length(int draws, int mostEpochs, double learningRate) {}

  FixationTraining(
      FeatureRows frames, Length length, SafeSettings settings, BooleanSupplier cancelled) {
    this.frames = frames;
    this.length = length;
    this.settings = settings;
    this.cancelled = cancelled;
  }

  int steps() {
    return epochs() * stepsPerEpoch();
  }

  int stepsPerEpoch() {
    return (frames.size() + BATCH - 1) / BATCH;
  }

  int epochs() {
    return Math.max(1, Math.min(length.mostEpochs(), length.draws() / frames.size()));
  }

  SourceTrainer.Result train(Head start, Matrix labels, long seed, DoubleConsumer lossOfEpoch) {
    return new SourceTrainer(
            new SourceTrainer.Settings(
                1, 1, epochs(), BATCH, length.learningRate(), seed, settings.device()))
        .train(start, SourceBank.of(frames, labels), lossOfEpoch, cancelled);
  }
}
