package io.gazeshift.adaptation.shadow;

import io.gazeshift.protocol.v1.GateVerdict;
import java.util.List;

/**
 * What came of a candidate beside the active head.
 *
 * @param samples faces that both have predicted
 */
public record ShadowVerdict(boolean promoted, long samples, List<WatchFinding> findings) {

  public ShadowVerdict {
    findings = List.copyOf(findings);
  }

  static ShadowVerdict of(long samples, List<WatchFinding> findings) {
    return new ShadowVerdict(findings.stream().allMatch(WatchFinding::passed), samples, findings);
  }

  /** In a sentence, for the event and the record. */
  public String explanation() {
    return promoted
        ? "predicted %d faces beside the active head, steady and in agreement with it"
            .formatted(samples)
        : "dropped after %d faces beside the active head: %s"
            .formatted(samples, WatchFinding.failures(findings));
  }

  public GateVerdict toMessage() {
    return GateVerdict.newBuilder()
        .setAccepted(promoted)
        .addAllChecks(findings.stream().map(WatchFinding::toMessage).toList())
        .build();
  }
}
