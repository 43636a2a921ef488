package io.gazeshift.glsge.drift;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The kernel two-sample test (Gretton et al. 2012): the squared maximum mean discrepancy, and how
 * often a random relabelling of the samples gives as much. Samples must be independent: of frames
 * that follow each other give one.
 *
 * @param permutations how many relabellings; the smallest p-value is one over one more
 * @param mostSamples of each side; more are thinned out evenly, for the cost grows with the square
 */
public record TwoSampleTest(int permutations, int mostSamples, long seed) {

  public static final TwoSampleTest DEFAULT = new TwoSampleTest(199, 400, 1);

  private static final int FEWEST = 5;

  public TwoSampleTest {
    if (permutations < 1 || mostSamples < FEWEST) {
      throw new IllegalArgumentException(
          "a two-sample test needs at least 1 permutation and %d samples, got %d and %d"
              .formatted(FEWEST, permutations, mostSamples));
    }
  }

  /**
   * What a test found.
   *
   * @param discrepancy the squared discrepancy, 0 in expectation where nothing differs
   * @param pValue how likely as much is by chance
   */
  public record Result(double discrepancy, double pValue) {

    public boolean differ(double significance) {
      return pValue <= significance;
    }
  }

  /** Compares the rows of both. */
  public Result compare(Matrix first, Matrix second) {
    requireFit(first, second);
    Matrix a = thinned(first);
    Matrix b = thinned(second);
    int n = a.rows();
    int all = n + b.rows();
    float[] kernel = kernel(Matrix.stack(a, b));
    int[] order = new int[all];
    Arrays.setAll(order, i -> i);
    double observed = discrepancy(kernel, order, n);
    SplittableRandom random = new SplittableRandom(seed);
    int atLeast = 1;
    for (int p = 0; p < permutations; p++) {
      shuffle(order, random);
      if (discrepancy(kernel, order, n) >= observed) {
        atLeast++;
      }
    }
    return new Result(observed, (double) atLeast / (permutations + 1));
  }

  private static void requireFit(Matrix first, Matrix second) {
    if (first.cols() != second.cols()) {
      throw new IllegalArgumentException(
          "samples of %d and of %d numbers cannot be compared"
              .formatted(first.cols(), second.cols()));
    }
    if (first.rows() < FEWEST || second.rows() < FEWEST) {
      throw new IllegalArgumentException(
          "each side needs at least %d samples, got %d and %d"
              .formatted(FEWEST, first.rows(), second.rows()));
    }
    if (!first.isFinite() || !second.isFinite()) {
      throw new IllegalArgumentException("samples must be finite; remove the others");
    }
  }

  private Matrix thinned(Matrix samples) {
    int n = samples.rows();
    if (n <= mostSamples) {
      return samples;
    }
    int[] picked = new int[mostSamples];
    Arrays.setAll(picked, i -> (int) ((long) i * n / mostSamples));
    return samples.rows(picked);
  }

  /** A Gaussian kernel as wide as the median distance of the pooled samples. */
  private static float[] kernel(Matrix pooled) {
    int n = pooled.rows();
    double[] squared = new double[n * n];
    double[] pairs = new double[n * (n - 1) / 2];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double d = squaredDistance(pooled, i, j);
        squared[i * n + j] = d;
        pairs[at++] = d;
      }
    }
    Arrays.sort(pairs);
    double median = pairs[pairs.length / 2];
    // Where most samples are equal the median is 0: take the mean, and 1 where all are.
    double width = median > 0 ? median : Arrays.stream(pairs).average().orElse(0);
    float[] kernel = new float[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        float k = (float) Math.exp(-squared[i * n + j] / (width > 0 ? width : 1));
        kernel[i * n + j] = k;
        kernel[j * n + i] = k;
      }
    }
    return kernel;
  }

  private static double squaredDistance(Matrix rows, int i, int j) {
    double[] data = rows.data();
    int width = rows.cols();
    double sum = 0;
    for (int c = 0; c < width; c++) {
      double d = data[i * width + c] - data[j * width + c];
      sum += d * d;
    }
    return sum;
  }

  /** Unbiased: the diagonal, which says nothing, is 0 and not counted. */
  private static double discrepancy(float[] kernel, int[] order, int n) {
    int all = order.length;
    int m = all - n;
    double within = 0;
    double across = 0;
    double other = 0;
    for (int i = 0; i < all; i++) {
      int row = order[i] * all;
      double left = 0;
      double right = 0;
      for (int j = 0; j < n; j++) {
        left += kernel[row + order[j]];
      }
      for (int j = n; j < all; j++) {
        right += kernel[row + order[j]];
      }
      if (i < n) {
        within += left;
        across += right;
      } else {
        other += right;
      }
    }
    return within / ((double) n * (n - 1))
        + other / ((double) m * (m - 1))
        - 2 * across / ((double) n * m);
  }

  private static void shuffle(int[] order, SplittableRandom random) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }
}
