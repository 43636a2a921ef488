package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.Scenario;
import java.util.Map;

/**
 * The mean angular errors in one scenario with one seed.
 *
 * @param frames how many unlabelled target frames there were
 * @param gateOpened whether safe adaptation without a prior changed the head
 */
public record Measurement(
    Scenario scenario, int frames, long seed, Map<Method, Double> errorsDeg, boolean gateOpened) {

  public Measurement {
    errorsDeg = Map.copyOf(errorsDeg);
  }
}
