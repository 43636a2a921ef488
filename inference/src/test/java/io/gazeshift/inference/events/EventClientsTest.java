package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.GroupMember;
import io.gazeshift.common.kafka.KafkaAccess;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class EventClientsTest {

  private static final KafkaAccess KAFKA = new KafkaAccess("localhost:1", Map.of());

  @Test
  void anInstanceThatAnotherProcessHasTakenEndsThisOneHoweverItIsTold() {
    EventClients clients = new EventClients(KAFKA, "events", "one");
    FencedInstanceIdException fenced = new FencedInstanceIdException("fenced");

    assertThatThrownBy(() -> clients.rejectIfTaken(fenced, "member"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(
            "infer.instance: another process has joined the group events as 'one'");
    // As a consumer tells what its listener threw while partitions were given away.
    KafkaException wrapped =
        new KafkaException("a callback failed", new CommitAbortedException(fenced));
    assertThatThrownBy(() -> clients.rejectIfTaken(wrapped, "member"))
        .isInstanceOf(UserError.class);
    assertThatCode(() -> clients.rejectIfTaken(new TimeoutException("slow"), "member"))
        .doesNotThrowAnyException();
  }

  /** Names have '-', so with '-' between them group and instance could be cut in two ways. */
  @Test
  void transactionsOfTwoMembersNeverShareAnId() {
    assertThat(new EventClients(KAFKA, "a-1", "2").transactionalId())
        .isNotEqualTo(new EventClients(KAFKA, "a", "1-2").transactionalId());
    assertThat(new EventClients(KAFKA, "infer-events", "x").transactionalId())
        .isNotEqualTo(new GroupMember(KAFKA, "infer", "infer", "events-x").transactionalId());
  }
}
