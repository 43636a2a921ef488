package io.gazeshift.glsge.gate;

import java.util.ArrayList;
import java.util.List;

/** Judges candidates, cheap checks first. Immutable; one gate serves any number of threads. */
public final class Gate {

  private final List<Check> checks = List.of(new FiniteOutputs());

  /**
   * Says whether a candidate may serve.
   *
   * @throws RuntimeException whatever the case's adaptation throws
   */
  public GateVerdict judge(GateCase gateCase) {
    Evidence evidence = new Evidence(gateCase);
    List<GateCheck> found = new ArrayList<>();
    for (Check check : checks) {
      found.add(check.judge(evidence));
      if (!found.get(found.size() - 1).passed()) {
        return new GateVerdict(false, found);
      }
    }
    return new GateVerdict(true, found);
  }
}
