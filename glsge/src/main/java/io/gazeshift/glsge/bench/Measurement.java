package io.gazeshift.glsge.bench;

import io.gazeshift.glsge.scenario.Scenario;
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
