package io.gazeshift.glsge.gate;

import java.util.ArrayList;
import java.util.List;

/** Judges candidates, cheap checks first. Immutable; one gate serves any number of threads. */
public final class Gate {

  private final GateBounds bounds;
  private final boolean finiteOnly;

  /** One with the bounds that were measured. */
  public Gate() {
    this(GateBounds.DEFAULT);
  }

  public Gate(GateBounds bounds) {
    this(bounds, false);
  }

  private Gate(GateBounds bounds, boolean finiteOnly) {
    this.bounds = bounds;
    this.finiteOnly = finiteOnly;
  }

  /** One that lets every head pass whose outputs are finite: for methods that run alone. */
  public static Gate ofFiniteOutputs() {
    return new Gate(GateBounds.DEFAULT, true);
  }

  /**
   * Says whether a candidate may serve. Checks end with the first that rejects; glances that decide
   * end them too.
   *
   * @throws IllegalArgumentException if the bank has no gaze where the site prior lies
   * @throws RuntimeException whatever the case's adaptation throws
   */
  public GateVerdict judge(GateCase gateCase) {
    Evidence evidence = new Evidence(gateCase);
    List<GateCheck> found = new ArrayList<>();
    found.add(new FiniteOutputs().judge(evidence));
    if (finiteOnly || !found.get(0).passed()) {
      return new GateVerdict(found.get(0).passed(), found);
    }
    if (!gateCase.labelled().isEmpty()) {
      GlanceEvidence glances = GlanceEvidence.of(gateCase);
      found.add(glances.check(bounds));
      GlanceEvidence.Decision decision = glances.decision(bounds);
      if (decision != GlanceEvidence.Decision.OPEN) {
        return new GateVerdict(decision == GlanceEvidence.Decision.ACCEPT, found);
      }
    }
    for (CandidateCheck check : withoutLabels(gateCase.prior().isPresent())) {
      GateCheck last = check.judge(evidence);
      found.add(last);
      if (!last.passed()) {
        return new GateVerdict(false, found);
      }
    }
    return new GateVerdict(true, found);
  }

  private List<CandidateCheck> withoutLabels(boolean hasPrior) {
    return List.of(
        new Variety(bounds),
        hasPrior ? new PriorJump(bounds) : new Jump(bounds),
        new Collapse(bounds),
        new Jitter(bounds),
        hasPrior ? new FitsSite(bounds) : new SourceError(bounds),
        new TargetDiscrepancy(bounds),
        new HalvesAgree(bounds));
  }
}
