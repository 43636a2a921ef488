package io.gazeshift.adaptation.shadow;

import io.gazeshift.protocol.v1.GateCheck;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One thing that was looked at, in words that can stand alone.
 *
 * @param value what was found, and {@code bound} what was allowed
 */
public record WatchFinding(String name, boolean passed, double value, double bound, String reason) {

  public GateCheck toMessage() {
    return GateCheck.newBuilder()
        .setName(name)
        .setPassed(passed)
        .setValue(value)
        .setBound(bound)
        .setReason(reason)
        .build();
  }

  /** The reasons of those that did not pass. */
  static String failures(List<WatchFinding> findings) {
    return findings.stream()
        .filter(finding -> !finding.passed)
        .map(WatchFinding::reason)
        .collect(Collectors.joining("; "));
  }
}
