package io.gazeshift.adaptation.shadow;

import io.gazeshift.protocol.v1.GateVerdict;
import java.time.Duration;
import java.util.List;

/**
 * A published head that predicts worse than its parent, and has done so for long enough to be taken
 * back.
 *
 * @param findings of the last window
 */
public record Relapse(
    long version, long parentVersion, Duration lasted, List<WatchFinding> findings) {

  public Relapse {
    findings = List.copyOf(findings);
  }

  /** In a sentence, for the event and the record. */
  public String explanation() {
    return "head %d was worse than head %d for %d s in which faces were seen: %s"
        .formatted(version, parentVersion, lasted.toSeconds(), WatchFinding.failures(findings));
  }

  public GateVerdict toMessage() {
    return GateVerdict.newBuilder()
        .setAccepted(false)
        .addAllChecks(findings.stream().map(WatchFinding::toMessage).toList())
        .build();
  }
}
