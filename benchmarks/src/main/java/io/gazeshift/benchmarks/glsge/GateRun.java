package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.Scenario;
import io.gazeshift.glsge.gate.GateVerdict;

/**
 * A candidate, what it is worth in truth, and what the gate said of it.
 *
 * @param parentDeg the mean angular error of the active head
 * @param candidateDeg that of the candidate
 */
public record GateRun(
    Scenario scenario,
    long seed,
    GateCandidate candidate,
    Knowledge knowledge,
    double parentDeg,
    double candidateDeg,
    GateVerdict verdict) {

  /** What counts as a gain or as harm, in percent. */
  static final double NOTABLE_PERCENT = 5;

  public double changePercent() {
    return 100 * (candidateDeg / parentDeg - 1);
  }

  public boolean isGood() {
    return changePercent() <= -NOTABLE_PERCENT;
  }

  /**
   * Whether the product itself would make such a head, knowing that much: where there is a prior it
   * makes none without it.
   */
  public boolean isTheProducts() {
    return candidate.isProduct() && (knowledge != Knowledge.PRIOR || candidate.needsPrior());
  }

  /** Also where the error is not a number. */
  public boolean isHarmful() {
    return !(changePercent() < NOTABLE_PERCENT);
  }
}
