package io.gazeshift.glsge.gate;

import java.util.List;

/**
 * Whether a candidate may serve. Whether that binds is the caller's affair.
 *
 * @param checks every check that ran, in order; later ones do not run once one has rejected
 */
public record GateVerdict(boolean accepted, List<GateCheck> checks) {

  public GateVerdict {
    checks = List.copyOf(checks);
  }

  /** Whether the candidate was tested on labelled glances, which counts as a look at them. */
  public boolean lookedAtGlances() {
    return checks.stream().anyMatch(check -> check.name().equals(GlanceEvidence.NAME));
  }

  /** The reasons of the checks that did not pass. */
  public List<String> rejections() {
    return checks.stream().filter(check -> !check.passed()).map(GateCheck::reason).toList();
  }
}
