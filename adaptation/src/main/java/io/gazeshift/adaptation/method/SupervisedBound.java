package io.gazeshift.adaptation.method;

import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.AngularError;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What the target's own labels would reach: of several trainings the best in hindsight, each
 * measured on the half of the people that it has not seen. Where all frames are of one person, or
 * do not say of whom, each is measured on the half of the frames that it has not seen, which
 * flatters it.
 */
final class SupervisedBound {

  // Neighbours show one gaze; whole blocks keep them on one side.
  private static final int BLOCK = 20;
  private static final int[] EPOCHS = {3, 8, 25};
  private static final double[] RATES = {3e-4, 1e-3};
  private static final int BATCH = 100;

  private final long seed;
  private final String device;

  SupervisedBound(long seed, String device) {
    this.seed = seed;
    this.device = device;
  }

  static boolean isByPerson(SourceBank target) {
    return Arrays.stream(target.persons()).distinct().count() > 1;
  }

  double meanDegrees(Head start, SourceBank all) {
    double best = AngularError.meanDegrees(Evaluation.predict(start, all.features()), all.gaze());
    if (all.size() <= BLOCK && !isByPerson(all)) {
      return best;
    }
    IntPredicate first = isByPerson(all) ? everyOtherPerson(all) : row -> row / BLOCK % 2 == 0;
    int[] even = rows(all, first);
    int[] odd = rows(all, first.negate());
    for (int epochs : EPOCHS) {
      for (double rate : RATES) {
        SourceTrainer.Settings settings =
            new SourceTrainer.Settings(1, 1, epochs, BATCH, rate, seed, device);
        double sum =
            sumOfErrors(start, settings, all.rows(even), all.rows(odd))
                + sumOfErrors(start, settings, all.rows(odd), all.rows(even));
        best = Math.min(best, sum / all.size());
      }
    }
    return best;
  }

  private static IntPredicate everyOtherPerson(SourceBank all) {
    long[] persons = all.persons();
    long[] people = Arrays.stream(persons).distinct().sorted().toArray();
    return row -> Arrays.binarySearch(people, persons[row]) % 2 == 0;
  }

  private static double sumOfErrors(
      Head start, SourceTrainer.Settings settings, SourceBank learned, SourceBank other) {
    Head head = new SourceTrainer(settings).train(start, learned, loss -> {}, () -> false).head();
    Matrix predicted = Evaluation.predict(head, other.features());
    return AngularError.meanDegrees(predicted, other.gaze()) * other.size();
  }

  private static int[] rows(SourceBank bank, IntPredicate picked) {
    return IntStream.range(0, bank.size()).filter(picked).toArray();
  }
}
