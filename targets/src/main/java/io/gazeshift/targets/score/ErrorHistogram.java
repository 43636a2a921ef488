package io.gazeshift.targets.score;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The median of any number of errors in little memory, to one percent: errors that differ by less
 * than two share a bin. Not thread-safe.
 */
public final class ErrorHistogram {

  private static final double LEAST = 0.01;
  private static final double MOST = 1e6;
  private static final double STEP = Math.log(1.02);
  private static final int BINS = (int) Math.ceil(Math.log(MOST / LEAST) / STEP) + 2;

  private final long[] counts = new long[BINS];

  /**
   * @param error 0 or more; infinite where nothing was hit
   */
  public void add(double error) {
    if (!(error >= 0)) {
      throw new IllegalArgumentException("an error of %s; give 0 or more".formatted(error));
    }
    counts[bin(error)]++;
  }

  public long count() {
    return Arrays.stream(counts).sum();
  }

  /** Empty without errors; infinite where most are. */
  public OptionalDouble median() {
    long below = (count() + 1) / 2;
    for (int bin = 0; bin < BINS; bin++) {
      below -= counts[bin];
      if (below <= 0 && counts[bin] > 0) {
        return OptionalDouble.of(middle(bin));
      }
    }
    return OptionalDouble.empty();
  }

  private static int bin(double error) {
    if (error < LEAST) {
      return 0;
    }
    return error >= MOST ? BINS - 1 : 1 + (int) (Math.log(error / LEAST) / STEP);
  }

  private static double middle(int bin) {
    if (bin == 0) {
      return 0;
    }
    return bin == BINS - 1 ? Double.POSITIVE_INFINITY : LEAST * Math.exp((bin - 0.5) * STEP);
  }
}
