package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/**
 * Trains a head on labelled frames seen through the target's noise. The few small steps are what
 * keeps it close to where it started.
 */
final class NoiseTraining {

  private static final int BATCH = 100;
  private static final double LEARNING_RATE = 3e-4;

  private final SourceBank bank;
  private final FeatureJitter jitter;
  private final SplittableRandom random;
  private final String device;
  private final BooleanSupplier cancelled;

  NoiseTraining(
      SourceBank bank,
      FeatureJitter jitter,
      SplittableRandom random,
      String device,
      BooleanSupplier cancelled) {
    this.bank = bank;
    this.jitter = jitter;
    this.random = random;
    this.device = device;
    this.cancelled = cancelled;
  }

  /** How long a training is. */
  record Length(int draws, int epochs) {
    int steps() {
      return epochs * stepsPerEpoch();
    }

    int stepsPerEpoch() {
      return (draws + BATCH - 1) / BATCH;
    }
  }

  /**
   * @param weights how often each row of the bank is drawn
   * @param shift added to every feature vector
   * @param lossOfEpoch is told the mean absolute error of each epoch
   */
  SourceTrainer.Result train(
      Head start, double[] weights, double[] shift, Length length, DoubleConsumer lossOfEpoch) {
    SourceBank drawn = draw(weights, shift, length.draws());
    SourceTrainer.Settings settings =
        new SourceTrainer.Settings(
            1, 1, length.epochs(), BATCH, LEARNING_RATE, random.nextLong(), device);
    return new SourceTrainer(settings).train(start, drawn, lossOfEpoch, cancelled);
  }

  private SourceBank draw(double[] weights, double[] shift, int draws) {
    double[] cumulative = weights.clone();
    Arrays.parallelPrefix(cumulative, Double::sum);
    double total = cumulative[cumulative.length - 1];
    int width = bank.features().width();
    float[] features = new float[draws * width];
    Matrix gaze = Matrix.zeros(draws, 2);
    for (int i = 0; i < draws; i++) {
      int found = Arrays.binarySearch(cumulative, random.nextDouble() * total);
      int row = Math.min(found < 0 ? -found - 1 : found + 1, weights.length - 1);
      bank.features().copy(row, features, i * width);
      jitter.addTo(features, i * width, random);
      for (int c = 0; c < width; c++) {
        features[i * width + c] += (float) shift[c];
      }
      gaze.set(i, 0, bank.gaze().get(row, 0));
      gaze.set(i, 1, bank.gaze().get(row, 1));
    }
    return SourceBank.of(FeatureRows.of(features, width), gaze);
  }
}
