package io.gazeshift.glsge.label;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The probability that a pair of correlated standard normals falls into a rectangle.
 *
 * <p>One variable is integrated out by its conditional distribution and the other by adaptive Gauss
 * quadrature. No term is subtracted from another, so that masses far out in the tails keep their
 * relative precision, which differences of the bivariate distribution function do not.
 */
public final class BivariateNormal {

  private static final int NODES = 20;
  private static final double[] NODE = new double[NODES];
  private static final double[] WEIGHT = new double[NODES];

  /** Beyond this the density is below the smallest double. */
  private static final double FAR = 39;

  /** Of the estimate, which is far above the error itself: halving a panel gains many digits. */
  private static final double TOLERANCE = 1e-14;

  private static final int MAX_PANELS = 400;

  static {
    gaussLegendre(NODE, WEIGHT);
  }

  private BivariateNormal() {}

  /** {@code P(X < x, Y < y)} for standard normals with the given correlation. */
  public static double cdf(double x, double y, double correlation) {
    return rectangle(Double.NEGATIVE_INFINITY, x, Double.NEGATIVE_INFINITY, y, correlation);
  }

  /** {@code P(xLow < X < xHigh, yLow < Y < yHigh)}; bounds may be infinite. */
  public static double rectangle(
      double xLow, double xHigh, double yLow, double yHigh, double correlation) {
    if (!(Math.abs(correlation) < 1)) {
      throw new IllegalArgumentException(
          "a correlation must lie strictly between -1 and 1, got " + correlation);
    }
    for (double bound : new double[] {xLow, xHigh, yLow, yHigh}) {
      if (Double.isNaN(bound)) {
        throw new IllegalArgumentException("a rectangle has a bound that is not a number");
      }
    }
    double from = Math.max(xLow, -FAR);
    double to = Math.min(xHigh, FAR);
    if (!(from < to && yLow < yHigh)) {
      return 0;
    }
    double spread = Math.sqrt((1 - correlation) * (1 + correlation));
    Integrand integrand =
        x ->
            Normal.density(x)
                * Normal.between(
                    (yLow - correlation * x) / spread, (yHigh - correlation * x) / spread);
    double[] breaks = breaks(from, to, yLow, yHigh, correlation, spread);
    return adaptive(integrand, breaks);
  }

  private interface Integrand {
    double at(double x);
  }

  /** Where the integrand bends: its own middle, and the edges of y seen along the correlation. */
  private static double[] breaks(
      double from, double to, double yLow, double yHigh, double correlation, double spread) {
    double[] candidates = {from, to, 0, -2, 2, 0, 0, 0, 0, 0, 0};
    int count = 5;
    double width = 10 * spread / Math.abs(correlation);
    for (double edge : new double[] {yLow, yHigh}) {
      double bend = edge / correlation;
      if (Double.isFinite(bend)) {
        candidates[count++] = bend - width;
        candidates[count++] = bend;
        candidates[count++] = bend + width;
      }
    }
    return Arrays.stream(candidates, 0, count)
        .filter(x -> x >= from && x <= to)
        .sorted()
        .distinct()
        .toArray();
  }

  /**
   * Halves the panel of the largest error, again and again. Where rounding of the integrand is all
   * that is left of the error, a limit ends it: no panel is halved in vain before one that needs
   * it.
   */
  private static double adaptive(Integrand integrand, double[] breaks) {
    PriorityQueue<Panel> panels =
        new PriorityQueue<>(Comparator.comparingDouble(Panel::error).reversed());
    double sum = 0;
    double error = 0;
    for (int i = 0; i + 1 < breaks.length; i++) {
      Panel panel = Panel.of(integrand, breaks[i], breaks[i + 1]);
      panels.add(panel);
      sum += panel.value();
      error += panel.error();
    }
    while (error > TOLERANCE * sum && panels.size() < MAX_PANELS) {
      Panel worst = panels.remove();
      double middle = 0.5 * (worst.from() + worst.to());
      Panel left = Panel.of(integrand, worst.from(), middle);
      Panel right = Panel.of(integrand, middle, worst.to());
      panels.add(left);
      panels.add(right);
      sum += left.value() + right.value() - worst.value();
      error += left.error() + right.error() - worst.error();
    }
    // Once more from the smallest: the running sum has taken back what it added.
    return panels.stream().mapToDouble(Panel::value).sorted().sum();
  }

  /** The integral over a panel by its halves; the error is how far the whole is from them. */
  private record Panel(double from, double to, double value, double error) {

    static Panel of(Integrand integrand, double from, double to) {
      double middle = 0.5 * (from + to);
      double halves = gauss(integrand, from, middle) + gauss(integrand, middle, to);
      return new Panel(from, to, halves, Math.abs(halves - gauss(integrand, from, to)));
    }
  }

  private static double gauss(Integrand integrand, double from, double to) {
    double half = 0.5 * (to - from);
    double centre = 0.5 * (to + from);
    double sum = 0;
    for (int i = 0; i < NODES; i++) {
      sum += WEIGHT[i] * integrand.at(centre + half * NODE[i]);
    }
    return half * sum;
  }

  /** Nodes and weights on [-1, 1]: the roots of the Legendre polynomial, by Newton's method. */
  private static void gaussLegendre(double[] nodes, double[] weights) {
    int n = nodes.length;
    for (int i = 0; i < n; i++) {
      double x = -Math.cos(Math.PI * (i + 0.75) / (n + 0.5));
      double slope = 1;
      for (int step = 0; step < 8; step++) {
        double previous = 1;
        double current = x;
        for (int k = 2; k <= n; k++) {
          double next = ((2 * k - 1) * x * current - (k - 1) * previous) / k;
          previous = current;
          current = next;
        }
        slope = n * (x * current - previous) / (x * x - 1);
        x -= current / slope;
      }
      nodes[i] = x;
      weights[i] = 2 / ((1 - x * x) * slope * slope);
    }
  }
}
