package io.gazeshift.glsge.train;

import io.gazeshift.glsge.data.PersonSplit;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/**
 * Trains a source head that generalises to other people: how strongly its weights decay is chosen
 * by cross-validation over people, and the head is then trained on all of them.
 */
public final class SourceHeadTraining {

  // By real features: with none a head errs by 2 deg on its own people and by 6 on others, and with
  // 30 it learns too little of either.
  private static final List<Double> DECAYS = List.of(0.0, 3.0, 10.0);
  // Where there are too few people to choose on.
  private static final double USUAL_DECAY = 3;
  private static final int FOLDS = 3;
  // Two for each fold: a choice on single persons is a matter of chance.
  private static final int FEWEST_PEOPLE = 2 * FOLDS;

  private final SourceTrainer trainer;
  private final int epochs;

  public SourceHeadTraining(SourceTrainer.Settings settings) {
    this.trainer = new SourceTrainer(settings);
    this.epochs = settings.epochs();
  }

  /**
   * How a decay was chosen.
   *
   * @param people how many there were
   * @param errorDeg the mean angular error on each of them by heads trained on others
   */
  public record Choice(int people, double errorDeg) {}

  /**
   * The head and how it came about.
   *
   * @param trained on everyone
   * @param choice empty if the decay was given, or there are too few people to choose on
   */
  public record Result(SourceTrainer.Result trained, double weightDecay, Optional<Choice> choice) {}

  /** Trains on everyone with a given decay. */
  public Result train(
      SourceBank bank, double weightDecay, DoubleConsumer progress, BooleanSupplier cancelled) {
    Progress told = new Progress(progress, epochs);
    return new Result(
        trainer.withWeightDecay(weightDecay).train(bank, told, cancelled),
        weightDecay,
        Optional.empty());
  }

  /**
   * Chooses the decay by heads that are each trained on two thirds of the people and measured on
   * the rest, and trains on everyone with it.
   *
   * @param progress is told the fraction done
   */
  public Result train(SourceBank bank, DoubleConsumer progress, BooleanSupplier cancelled) {
    long[] people = Arrays.stream(bank.persons()).distinct().sorted().toArray();
    if (people.length < FEWEST_PEOPLE) {
      return train(bank, USUAL_DECAY, progress, cancelled);
    }
    Progress told = new Progress(progress, epochs * (FOLDS * DECAYS.size() + 1));
    double best = USUAL_DECAY;
    double least = Double.POSITIVE_INFINITY;
    for (double decay : DECAYS) {
      double error = 0;
      for (int fold = 0; fold < FOLDS; fold++) {
        PersonSplit split = PersonSplit.holdingOut(everyThird(people, fold), bank.persons());
        SourceTrainer.Result tried =
            trainer.withWeightDecay(decay).train(bank.rows(split.kept()), told, cancelled);
        if (tried.outcome() != TrainingOutcome.COMPLETED) {
          return new Result(tried, decay, Optional.empty());
        }
        SourceBank others = bank.rows(split.heldOut());
        error += errorDeg(tried.head(), others) * others.size() / bank.size();
      }
      if (error < least) {
        least = error;
        best = decay;
      }
    }
    return new Result(
        trainer.withWeightDecay(best).train(bank, told, cancelled),
        best,
        Optional.of(new Choice(people.length, least)));
  }

  private static Set<Long> everyThird(long[] people, int fold) {
    Set<Long> picked = new TreeSet<>();
    for (int i = fold; i < people.length; i += FOLDS) {
      picked.add(people[i]);
    }
    return picked;
  }

  private static double errorDeg(Head head, SourceBank people) {
    float[] row = new float[head.inputs()];
    Matrix predicted = Matrix.zeros(people.size(), 2);
    for (int i = 0; i < people.size(); i++) {
      people.features().copy(i, row, 0);
      float[] gaze = head.predict(row);
      predicted.set(i, 0, gaze[0]);
      predicted.set(i, 1, gaze[1]);
    }
    return AngularError.meanDegrees(predicted, people.gaze());
  }

  /** Counts the epochs of all trainings together. */
  private static final class Progress implements DoubleConsumer {

    private final DoubleConsumer told;
    private final int epochs;
    private int done;

    Progress(DoubleConsumer told, int epochs) {
      this.told = told;
      this.epochs = epochs;
    }

    @Override
    public void accept(double lossOfEpoch) {
      told.accept((double) ++done / epochs);
    }
  }
}
