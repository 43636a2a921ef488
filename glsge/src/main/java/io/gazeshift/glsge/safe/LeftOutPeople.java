package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Cholesky;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * How far off the gaze of a person is that a regression on other people predicts. Few banks have
 * enough people to keep several of them from all training, and the differences between two people
 * say nothing about people. So every fifth of the labelled people is predicted by a ridge
 * regression on the others, from the same features as the head's. Where the backbone knows these
 * people the errors come out too small, which makes whatever relies on them more cautious.
 */
final class LeftOutPeople {

  private static final int PARTS = 5;
  // Rows are taken evenly: the regression costs their number cubed.
  private static final int MOST_ROWS = 1500;
  // Of features scaled to unit variance. Of 0.001 to 1, the best on real and on rendered people.
  private static final double RIDGE = 0.1;
  private static final double LEAST_SCALE = 1e-3;

  private LeftOutPeople() {}

  /**
   * @param bank people with numbers, of whom there are at least two
   * @param jitter the target's frame noise, through which people are seen
   */
  static PersonErrors errors(SourceBank bank, FeatureJitter jitter, RandomGenerator random) {
    SourceBank some = evenly(bank);
    Scale scale = Scale.of(Columns.of(some.features()));
    Matrix clean = scale.applied(Columns.of(some.features()));
    Matrix noisy = scale.applied(Columns.of(jitter.addedTo(some.features(), random)));
    Matrix among = Blas.timesTransposed(clean, clean);
    Matrix towards = Blas.timesTransposed(noisy, clean);
    Grouping people = Grouping.ofLongs(some.persons());
    Matrix predicted = Matrix.zeros(some.size(), 2);
    for (int part = 0; part < Math.min(PARTS, people.groups()); part++) {
      int left = part;
      int[] out = rows(some.size(), i -> people.group()[i] % PARTS == left);
      int[] kept = rows(some.size(), i -> people.group()[i] % PARTS != left);
      Matrix gaze = some.gaze().rows(kept);
      double[] mean = Columns.mean(gaze);
      for (int i = 0; i < gaze.rows(); i++) {
        gaze.set(i, 0, gaze.get(i, 0) - mean[0]);
        gaze.set(i, 1, gaze.get(i, 1) - mean[1]);
      }
      Matrix dual =
          Cholesky.of(among.at(kept, kept).addToDiagonalInPlace(RIDGE * kept.length)).solve(gaze);
      Matrix said = Blas.multiply(towards.at(out, kept), dual);
      for (int i = 0; i < out.length; i++) {
        predicted.set(out[i], 0, said.get(i, 0) + mean[0]);
        predicted.set(out[i], 1, said.get(i, 1) + mean[1]);
      }
    }
    return PersonErrors.of(predicted, some.gaze(), some.persons());
  }

  private static SourceBank evenly(SourceBank bank) {
    int n = bank.size();
    return n <= MOST_ROWS
        ? bank
        : bank.rows(
            IntStream.range(0, MOST_ROWS)
                .map(i -> (int) ((long) i * (n - 1) / (MOST_ROWS - 1)))
                .toArray());
  }

  private static int[] rows(int count, IntPredicate picked) {
    return IntStream.range(0, count).filter(picked).toArray();
  }

  /** Brings features to mean 0 and variance 1; those that hardly vary stay small. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Scale(double[] mean, double[] deviation) {

    static Scale of(Matrix features) {
      double[] deviation = Arrays.stream(Columns.variance(features)).map(Math::sqrt).toArray();
      double least = LEAST_SCALE * Arrays.stream(deviation).max().orElse(1);
      return new Scale(
          Columns.mean(features),
          Arrays.stream(deviation)
              .map(d -> Math.max(Math.max(d, least), Double.MIN_NORMAL))
              .toArray());
    }

    Matrix applied(Matrix features) {
      for (int i = 0; i < features.rows(); i++) {
        for (int c = 0; c < features.cols(); c++) {
          features.set(i, c, (features.get(i, c) - mean[c]) / deviation[c]);
        }
      }
      return features;
    }
  }
}
