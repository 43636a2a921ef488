package io.gazeshift.adaptation.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.gate.GateCheck;
import io.gazeshift.glsge.gate.GateVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictRecordsTest {

  @Test
  void aRecordHoldsEveryCheckWithItsReason() {
    GateVerdict verdict =
        new GateVerdict(
            false,
            List.of(
                new GateCheck("finite", true, 40, 90, "fine"),
                new GateCheck("jump", true, Double.NaN, 2, "not a number")));

    io.gazeshift.protocol.v1.GateVerdict record = VerdictRecords.of(verdict);

    assertThat(record.getAccepted()).isFalse();
    assertThat(record.getChecksList()).hasSize(2);
    assertThat(record.getChecks(0).getBound()).isEqualTo(90);
    assertThat(record.getChecks(1).getName()).isEqualTo("jump");
    assertThat(record.getChecks(1).getPassed()).isFalse();
    assertThat(record.getChecks(1).getValue()).isNaN();
    assertThat(record.getChecks(1).getReason()).isEqualTo("not a number");
  }
}
