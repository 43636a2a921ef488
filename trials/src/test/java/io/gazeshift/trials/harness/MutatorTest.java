package io.gazeshift.trials.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.BadRecordException.Reason;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MutatorTest {

  private static final AdaptationRequest VALID =
      AdaptationRequest.newBuilder().setDomain("lab").setRequestId("one").setAuthor("me").build();

  @Test
  void damageIsOfEveryKindAndTheSameForTheSameSeed() {
    Mutator first = new Mutator(new Random(5));
    Mutator second = new Mutator(new Random(5));
    byte[] whole = RawRecord.encode(VALID);
    Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = first.damaged(VALID);
      assertThat(damaged).isEqualTo(second.damaged(VALID)).isNotEqualTo(whole);
      try {
        RecordType.ADAPTATION_REQUEST.decode(damaged);
      } catch (BadRecordException e) {
        reasons.add(e.reason());
      }
    }
    assertThat(reasons).contains(Reason.EMPTY, Reason.MALFORMED, Reason.TRUNCATED, Reason.INVALID);
  }

  @Test
  void whatIsWrittenRawIsWhatTheContractWrites() {
    assertThat(RawRecord.encode(VALID)).isEqualTo(RecordType.ADAPTATION_REQUEST.encode(VALID));
  }
}
