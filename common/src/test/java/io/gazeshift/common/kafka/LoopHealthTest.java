package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;

class LoopHealthTest {

  private final LoopHealth health = new LoopHealth("no events are found");

  @Test
  void aFailureIsAProblemUntilTheWorkGetsOn() {
    assertThat(health.problem()).isEmpty();

    KafkaException failure = new KafkaException("gaze.events: not permitted");
    assertThatThrownBy(() -> failWith(failure)).isSameAs(failure);
    assertThat(health.problem()).contains("no events are found: gaze.events: not permitted");

    health.goesWell();
    assertThat(health.problem()).isEmpty();
  }

  @Test
  void toBeWokenUpIsNoFailure() {
    assertThatThrownBy(() -> failWith(new WakeupException())).isInstanceOf(WakeupException.class);
    assertThat(health.problem()).isEmpty();
  }

  private void failWith(KafkaException failure) {
    health.watch(
        () -> {
          throw failure;
        });
  }
}
