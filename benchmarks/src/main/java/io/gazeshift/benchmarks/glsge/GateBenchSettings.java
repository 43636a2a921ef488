package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.Scenario;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What a gate is tried on.
 *
 * @param frames of each target, of which a tenth is held out
 * @param seeds each makes its own people, places and heads
 */
public record GateBenchSettings(
    List<Scenario> scenarios, List<GateCandidate> candidates, int frames, List<Long> seeds) {

  private static final int FRAMES = 1000;

  public GateBenchSettings {
    if (scenarios.isEmpty() || candidates.isEmpty() || seeds.isEmpty()) {
      throw new IllegalArgumentException(
          "a benchmark needs at least one scenario, candidate and seed");
    }
    scenarios = List.copyOf(scenarios);
    candidates = List.copyOf(candidates);
    seeds = List.copyOf(seeds);
  }

  /** Everything, on seeds that no bound was chosen on. */
  public static GateBenchSettings full(int seeds) {
    return new GateBenchSettings(
        List.of(Scenario.values()),
        List.of(GateCandidate.values()),
        FRAMES,
        seedsFrom(BenchSettings.FIRST_REPORTING_SEED, seeds));
  }

  /** The same without the candidates that are long in the making. */
  public static GateBenchSettings quick(int seeds) {
    return new GateBenchSettings(
        List.of(Scenario.values()),
        Arrays.stream(GateCandidate.values()).filter(c -> !c.isSlow()).toList(),
        FRAMES,
        seedsFrom(BenchSettings.FIRST_REPORTING_SEED, seeds));
  }

  public GateBenchSettings withScenarios(List<Scenario> newScenarios) {
    return new GateBenchSettings(newScenarios, candidates, frames, seeds);
  }

  /** As many seeds, counted from another one; those below 400 are for choosing bounds. */
  public GateBenchSettings withFirstSeed(long first) {
    return new GateBenchSettings(scenarios, candidates, frames, seedsFrom(first, seeds.size()));
  }

  private static List<Long> seedsFrom(long first, int count) {
    return LongStream.range(first, first + count).boxed().toList();
  }
}
