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

  int count() {
    return rates.length;
  }

  /** The rate of the m-th kernel. */
  double rate(int m) {
    return rates[m];
  }

  /**
   * The m-th kernel at a squared distance, given the one before: a kernel of half the width is its
   * square, so that one exponential serves all.
   */
  double kernel(int m, double squaredDistance, double before) {
    return m > 0 && halving ? before * before : Math.exp(-squaredDistance * rates[m]);
  }

  /** The sum of all kernels at a squared distance. */
  double sum(double squaredDistance) {
    double sum = 0;
    double kernel = 0;
    for (int m = 0; m < rates.length; m++) {
      kernel = kernel(m, squaredDistance, kernel);
      sum += kernel;
    }
    return sum;
  }
}
