package io.gazeshift.daemon.watch;

import io.gazeshift.protocol.v1.GateVerdict;
import java.util.List;

/**
 * What came of a candidate beside the head in force.
 *
 * @param samples faces that both have predicted
 */
public record ShadowVerdict(boolean promoted, long samples, List<Finding> findings) {

  public ShadowVerdict {
    findings = List.copyOf(findings);
  }

  static ShadowVerdict of(long samples, List<Finding> findings) {
    return new ShadowVerdict(findings.stream().allMatch(Finding::passed), samples, findings);
  }

  /** In a sentence, for the event and the record. */
  public String explanation() {
    return promoted
        ? "predicted %d faces beside the head in force, steady and in agreement with it"
            .formatted(samples)
        : "dropped after %d faces beside the head in force: %s"
            .formatted(samples, Finding.failures(findings));
  }

  public GateVerdict toMessage() {
    return GateVerdict.newBuilder()
        .setAccepted(promoted)
        .addAllChecks(findings.stream().map(Finding::toMessage).toList())
        .build();
  }
}
