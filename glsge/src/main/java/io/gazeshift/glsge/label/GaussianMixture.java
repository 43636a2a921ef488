package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A mixture of normal distributions with its log likelihood on the labels that it was fitted to.
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record GaussianMixture(List<Gaussian> parts, double[] shares, double logLikelihood) {

  /** Added to both variances of each part in each step, so that no part shrinks to a point. */
  public static final double RIDGE = 1e-5;

  private static final int MAX_STEPS = 200;
  private static final double STOP = 1e-9;

  public GaussianMixture {
    if (parts.isEmpty() || parts.size() != shares.length) {
      throw new IllegalArgumentException(
          "a mixture needs one share for each of its parts, got %d parts and %d shares"
              .formatted(parts.size(), shares.length));
    }
    double sum = 0;
    for (double share : shares) {
      if (!(share >= 0)) {
        throw new IllegalArgumentException("a share must be 0 or more, got " + share);
      }
      sum += share;
    }
    if (!(Math.abs(sum - 1) < 1e-6)) {
      throw new IllegalArgumentException("the shares of a mixture sum to %s, not 1".formatted(sum));
    }
    parts = List.copyOf(parts);
  }

  /** The number of parts, from 1 up to a limit, chosen by the Bayesian information criterion. */
  public static GaussianMixture fitByBic(Matrix labels, int maxParts) {
    if (maxParts < 1) {
      throw new IllegalArgumentException("a mixture needs at least 1 part, got " + maxParts);
    }
    GaussianMixture best = fit(labels, 1);
    int most = Math.min(maxParts, labels.rows());
    for (int parts = 2; parts <= most; parts++) {
      GaussianMixture candidate = fit(labels, parts);
      if (candidate.bic(labels.rows()) < best.bic(labels.rows())) {
        best = candidate;
      }
    }
    return best;
  }

  /**
   * Fits a number of parts by expectation maximisation. The start is deterministic: the label
   * closest to the mean, then again and again the one farthest from all chosen ones.
   */
  public static GaussianMixture fit(Matrix labels, int parts) {
    int n = Labels.requirePairs(labels);
    if (parts < 1 || parts > n) {
      throw new IllegalArgumentException(
          "%d labels cannot be split into %d parts".formatted(n, parts));
    }
    if (n < 2) {
      throw new IllegalArgumentException("a mixture needs at least 2 labels, got " + n);
    }
    Moments all = Moments.of(labels, i -> 1);
    Covariance start = ridged(all, (n - 1) * (double) parts);
    List<Gaussian> distributions = new ArrayList<>();
    for (int index : farthestPoints(labels, all, parts)) {
      distributions.add(new Gaussian(labels.get(index, 0), labels.get(index, 1), start));
    }
    double[] shares = new double[parts];
    Arrays.fill(shares, 1.0 / parts);

    double[][] responsibility = new double[n][parts];
    double previous = Double.NEGATIVE_INFINITY;
    double current = previous;
    for (int step = 0; step < MAX_STEPS; step++) {
      current = expect(labels, distributions, shares, responsibility);
      maximise(labels, responsibility, distributions, shares);
      // The ridge may let the likelihood fall a little at the end: that is the end, too.
      if (current - previous < STOP * Math.abs(current)) {
        break;
      }
      previous = current;
    }
    return new GaussianMixture(distributions, shares, current);
  }

  /** The Bayesian information criterion on that many labels: the smaller, the better. */
  public double bic(int labels) {
    int free = 6 * parts.size() - 1;
    return free * Math.log(labels) - 2 * logLikelihood;
  }

  public double density(double x, double y) {
    double sum = 0;
    for (int k = 0; k < shares.length; k++) {
      sum += shares[k] * parts.get(k).density(x, y);
    }
    return sum;
  }

  private static Covariance ridged(Moments moments, double divisor) {
    return new Covariance(
        moments.xx() / divisor + RIDGE, moments.xy() / divisor, moments.yy() / divisor + RIDGE);
  }

  private static int[] farthestPoints(Matrix labels, Moments all, int count) {
    int n = labels.rows();
    double[] distance = new double[n];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    int[] chosen = new int[count];
    int next = 0;
    double nearest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      double d = squared(labels, i, all.meanX(), all.meanY());
      if (d < nearest) {
        nearest = d;
        next = i;
      }
    }
    for (int k = 0; k < count; k++) {
      chosen[k] = next;
      double farthest = -1;
      int centre = next;
      for (int i = 0; i < n; i++) {
        distance[i] =
            Math.min(distance[i], squared(labels, i, labels.get(centre, 0), labels.get(centre, 1)));
        if (distance[i] > farthest) {
          farthest = distance[i];
          next = i;
        }
      }
    }
    return chosen;
  }

  private static double squared(Matrix labels, int i, double x, double y) {
    double dx = labels.get(i, 0) - x;
    double dy = labels.get(i, 1) - y;
    return dx * dx + dy * dy;
  }

  /** Fills in how much each part answers for each label; returns the log likelihood. */
  private static double expect(
      Matrix labels, List<Gaussian> distributions, double[] shares, double[][] responsibility) {
    double total = 0;
    for (int i = 0; i < labels.rows(); i++) {
      double[] row = responsibility[i];
      double largest = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < shares.length; k++) {
        row[k] =
            Math.log(shares[k])
                + distributions.get(k).logDensity(labels.get(i, 0), labels.get(i, 1));
        largest = Math.max(largest, row[k]);
      }
      double sum = 0;
      for (int k = 0; k < shares.length; k++) {
        row[k] = Math.exp(row[k] - largest);
        sum += row[k];
      }
      for (int k = 0; k < shares.length; k++) {
        row[k] /= sum;
      }
      total += largest + Math.log(sum);
    }
    return total;
  }

  private static void maximise(
      Matrix labels, double[][] responsibility, List<Gaussian> distributions, double[] shares) {
    int n = labels.rows();
    for (int k = 0; k < shares.length; k++) {
      int part = k;
      Moments m = Moments.of(labels, i -> responsibility[i][part]);
      shares[k] = m.weight() / n;
      // A part that no label wants any more keeps its place and counts for nothing.
      if (m.weight() > Double.MIN_NORMAL) {
        distributions.set(k, new Gaussian(m.meanX(), m.meanY(), ridged(m, m.weight())));
      }
    }
  }
}
