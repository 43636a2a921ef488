package io.gazeshift.daemon.infer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {

  @Test
  void everyoneHasATurnBeforeAnyoneHasASecond() {
    assertThat(Turns.of(List.of(List.of("a1", "a2", "a3"), List.of("b1"), List.of("c1", "c2"))))
        .containsExactly("a1", "b1", "c1", "a2", "c2", "a3");
  }

  @Test
  void whereNobodyWaitsThereIsNoTurn() {
    assertThat(Turns.of(List.of())).isEmpty();
    assertThat(Turns.of(List.of(List.of(), List.of()))).isEmpty();
  }
}
