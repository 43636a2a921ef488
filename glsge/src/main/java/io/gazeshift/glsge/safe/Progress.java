package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.glsge.train.TrainingListener;
import java.util.function.DoubleConsumer;

/** Turns finished epochs into a fraction of all steps and into a few points of the loss. */
final class Progress {

  /** Of a stage: enough to see how it went, and few enough to be told in an event. */
  private static final int MOST_POINTS = 20;

  private final int all;
  private final TrainingListener told;
  private int done;

  Progress(int all, TrainingListener told) {
    this.all = all;
    this.told = told;
  }

  /** Is to be told the loss of each epoch of a stage. */
  DoubleConsumer of(SafeStage stage, int epochs, int stepsPerEpoch) {
    return new DoubleConsumer() {
      private int epoch;
      private int noted;
      private double sum;

      @Override
      public void accept(double loss) {
        sum += loss;
        epoch++;
        if (points(epoch) > points(epoch - 1)) {
          told.loss(StepLoss.absolute(stage.key(), epoch * stepsPerEpoch, sum / (epoch - noted)));
          noted = epoch;
          sum = 0;
        }
        done += stepsPerEpoch;
        told.done(Math.min(1, (double) done / all));
      }

      private long points(int epochsDone) {
        return (long) epochsDone * MOST_POINTS / epochs;
      }
    };
  }
}
