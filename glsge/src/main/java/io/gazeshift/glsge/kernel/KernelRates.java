package io.gazeshift.glsge.kernel;

import java.util.Arrays;

/**
 * The rates {@code 1 / (bw m)} at which a sum of Gaussian kernels falls with the squared distance,
 * slowest first where each kernel is half as wide as the one before.
 */
final class KernelRates {

  private final double[] rates;
  private final boolean halving;

  KernelRates(double bandwidth, double[] multipliers) {
    double[] ascending = multipliers.clone();
    Arrays.sort(ascending);
    boolean doubles = true;
    for (int m = 1; m < ascending.length; m++) {
      doubles &= ascending[m] == 2 * ascending[m - 1];
    }
    this.halving = doubles;
    this.rates = new double[ascending.length];
    for (int m = 0; m < rates.length; m++) {
      rates[m] = 1 / (bandwidth * ascending[rates.length - 1 - m]);
    }
  }

  /**
   * The sums of all kernels and their slopes {@code -dK/dD} at squared distances {@code from} to
   * {@code to}; sums go to the same places, slopes to the front.
   */
  void fill(double[] squaredDistances, int from, int to, double[] sums, double[] slopes) {
    for (int i = from; i < to; i++) {
      double kernel = Math.exp(-squaredDistances[i] * rates[0]);
      double sum = kernel;
      double slope = kernel * rates[0];
      for (int m = 1; m < rates.length; m++) {
        // A kernel of half the width is the square of the one before: one exponential serves all.
        kernel = halving ? kernel * kernel : Math.exp(-squaredDistances[i] * rates[m]);
        sum += kernel;
        slope += kernel * rates[m];
      }
      sums[i] = sum;
      slopes[i - from] = slope;
    }
  }

  /** The sum of all kernels at a squared distance. */
  double sum(double squaredDistance) {
    double kernel = Math.exp(-squaredDistance * rates[0]);
    double sum = kernel;
    for (int m = 1; m < rates.length; m++) {
      kernel = halving ? kernel * kernel : Math.exp(-squaredDistance * rates[m]);
      sum += kernel;
    }
    return sum;
  }
}
