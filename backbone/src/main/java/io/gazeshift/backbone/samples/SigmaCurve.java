package io.gazeshift.backbone.samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How well expected errors fit the real ones: which part of the errors is within one sigma, and
 * within multiples of it. One sigma should contain 68 percent.
 *
 * @param points by growing multiple
 */
public record SigmaCurve(List<Point> points) {

  private static final double[] MULTIPLES = {0.5, 1, 1.5, 2, 3};

  /** The share of the errors that are at most this many sigmas. */
  public record Point(double sigmas, double share) {}

  public SigmaCurve {
    points = List.copyOf(points);
  }

  /** Compares at least one error with the sigma that was expected of it, in the same unit. */
  public static SigmaCurve of(double[] errors, double[] sigmas) {
    if (errors.length == 0 || errors.length != sigmas.length) {
      throw new IllegalArgumentException(
          "errors and sigmas must be as many, and at least one, got %d and %d"
              .formatted(errors.length, sigmas.length));
    }
    List<Point> points = new ArrayList<>();
    for (double multiple : MULTIPLES) {
      int within = 0;
      for (int i = 0; i < errors.length; i++) {
        within += Math.abs(errors[i]) <= multiple * sigmas[i] ? 1 : 0;
      }
      points.add(new Point(multiple, (double) within / errors.length));
    }
    return new SigmaCurve(points);
  }

  /** Of errors that all have the same sigma. */
  public static SigmaCurve of(double[] errors, double sigma) {
    double[] sigmas = new double[errors.length];
    Arrays.fill(sigmas, sigma);
    return of(errors, sigmas);
  }

  /** Such as "28 % within 0.5σ, 69 % within 1σ". */
  @Override
  public String toString() {
    return points.stream()
        .map(
            point ->
                String.format(
                    Locale.ROOT,
                    "%.0f %% within %sσ",
                    100 * point.share,
                    point.sigmas == Math.rint(point.sigmas)
                        ? Integer.toString((int) point.sigmas)
                        : Double.toString(point.sigmas)))
        .collect(Collectors.joining(", "));
  }
}
