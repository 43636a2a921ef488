package io.gazeshift.adaptation.events;

import io.gazeshift.glsge.gate.GateCheck;
import io.gazeshift.glsge.gate.GateVerdict;

/** Turns verdicts into the messages that events carry. */
public final class VerdictRecords {

  private VerdictRecords() {}

  public static io.gazeshift.protocol.v1.GateVerdict of(GateVerdict verdict) {
    io.gazeshift.protocol.v1.GateVerdict.Builder record =
        io.gazeshift.protocol.v1.GateVerdict.newBuilder().setAccepted(verdict.accepted());
    for (GateCheck check : verdict.checks()) {
      record.addChecks(
          io.gazeshift.protocol.v1.GateCheck.newBuilder()
              .setName(check.name())
              .setPassed(check.passed())
              .setValue(check.value())
              .setBound(check.bound())
              .setReason(check.reason()));
    }
    return record.build();
  }
}
