package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.Scenario;
import java.util.List;
import java.util.stream.IntStream;

/** What a benchmark measured. */
public record BenchReport(BenchSettings settings, List<Measurement> measurements) {

  public BenchReport {
    measurements = List.copyOf(measurements);
  }

  /**
   * A method's error over all seeds.
   *
   * @param meanDeg the mean angular error
   * @param changePercent against no adaptation
   * @param standardErrorPercent of the change, from the seeds' differences; 0 for a single seed
   */
  public record Cell(double meanDeg, double changePercent, double standardErrorPercent) {}

  public Cell cell(Scenario scenario, int frames, Method method) {
    double[] none = errors(scenario, frames, Method.NO_ADAPTATION);
    double[] errors = errors(scenario, frames, method);
    int n = errors.length;
    double meanNone = 0;
    double mean = 0;
    for (int i = 0; i < n; i++) {
      meanNone += none[i] / n;
      mean += errors[i] / n;
    }
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double d = errors[i] - none[i] - (mean - meanNone);
      squares += d * d;
    }
    double standardError = n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n);
    return new Cell(mean, 100 * (mean / meanNone - 1), 100 * standardError / meanNone);
  }

  /** A method's change against no adaptation where it did worst, in percent. */
  public double worstChangePercent(Scenario scenario, int frames, Method method) {
    double[] none = errors(scenario, frames, Method.NO_ADAPTATION);
    double[] errors = errors(scenario, frames, method);
    return IntStream.range(0, none.length)
        .mapToDouble(i -> 100 * (errors[i] / none[i] - 1))
        .max()
        .orElseThrow();
  }

  /** How far a method goes from no adaptation to the supervised bound, in percent. */
  public double wayPercent(Scenario scenario, int frames, Method method) {
    double none = cell(scenario, frames, Method.NO_ADAPTATION).meanDeg();
    double bound = cell(scenario, frames, Method.SUPERVISED).meanDeg();
    return 100 * (none - cell(scenario, frames, method).meanDeg()) / (none - bound);
  }

  /** In how many seeds safe adaptation without a prior changed the head. */
  public long gatesOpened(Scenario scenario, int frames) {
    return measurements.stream()
        .filter(m -> m.scenario() == scenario && m.frames() == frames && m.gateOpened())
        .count();
  }

  private double[] errors(Scenario scenario, int frames, Method method) {
    return measurements.stream()
        .filter(m -> m.scenario() == scenario && m.frames() == frames)
        .mapToDouble(m -> m.errorsDeg().get(method))
        .toArray();
  }
}
