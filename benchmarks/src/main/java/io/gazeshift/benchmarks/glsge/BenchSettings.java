package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.Scenario;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What to measure.
 *
 * @param frames how many unlabelled target frames there are, one table each
 * @param seeds each makes its own people, places and heads
 * @param mirrorImages whether safe adaptation's bank also has the mirror image of every frame
 */
public record BenchSettings(
    List<Scenario> scenarios,
    List<Integer> frames,
    List<Long> seeds,
    List<Method> methods,
    boolean mirrorImages) {

  /** Constants were chosen on seeds below this one; what is reported begins here. */
  public static final long FIRST_REPORTING_SEED = 400;

  public BenchSettings {
    if (scenarios.isEmpty() || frames.isEmpty() || seeds.isEmpty() || methods.isEmpty()) {
      throw new IllegalArgumentException(
          "a benchmark needs at least one scenario, number of frames, seed and method");
    }
    scenarios = List.copyOf(scenarios);
    frames = List.copyOf(frames);
    seeds = List.copyOf(seeds);
    methods = List.copyOf(methods);
  }

  /** All scenarios and methods with 1,000 and 100 frames. */
  public static BenchSettings full(int seeds) {
    return new BenchSettings(
        Scenario.sound(),
        List.of(1000, 100),
        reportingSeeds(seeds),
        List.of(Method.values()),
        true);
  }

  /** The same without the ablation, and 1,000 frames only. */
  public static BenchSettings quick(int seeds) {
    return new BenchSettings(
        Scenario.sound(),
        List.of(1000),
        reportingSeeds(seeds),
        Arrays.stream(Method.values()).filter(m -> !m.isAblation()).toList(),
        true);
  }

  public BenchSettings withScenarios(List<Scenario> newScenarios) {
    return new BenchSettings(newScenarios, frames, seeds, methods, mirrorImages);
  }

  public BenchSettings withFrames(List<Integer> newFrames) {
    return new BenchSettings(scenarios, newFrames, seeds, methods, mirrorImages);
  }

  /** As many seeds, counted from another one; those below 400 are for choosing constants. */
  public BenchSettings withFirstSeed(long first) {
    return new BenchSettings(
        scenarios, frames, seedsFrom(first, seeds.size()), methods, mirrorImages);
  }

  /** The same with nothing in the bank but the frames themselves. */
  public BenchSettings withoutMirrorImages() {
    return new BenchSettings(scenarios, frames, seeds, methods, false);
  }

  private static List<Long> reportingSeeds(int count) {
    return seedsFrom(FIRST_REPORTING_SEED, count);
  }

  private static List<Long> seedsFrom(long first, int count) {
    return LongStream.range(first, first + count).boxed().toList();
  }
}
