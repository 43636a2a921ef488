package io.gazeshift.daemon.watch;

import io.gazeshift.protocol.v1.GateVerdict;
import java.time.Duration;
import java.util.List;

/**
 * A published head that predicts worse than its parent, and has done so for long enough to be taken
 * back.
 *
 * @param findings of the last window
 */
public record Relapse(long version, long parentVersion, Duration lasted, List<Finding> findings) {

  public Relapse {
    findings = List.copyOf(findings);
  }

  /** In a sentence, for the event and the record. */
  public String explanation() {
    return "head %d was worse than head %d for %d s in which faces were seen: %s"
        .formatted(version, parentVersion, lasted.toSeconds(), Finding.failures(findings));
  }

  public GateVerdict toMessage() {
    return GateVerdict.newBuilder()
        .setAccepted(false)
        .addAllChecks(findings.stream().map(Finding::toMessage).toList())
        .build();
  }
}
