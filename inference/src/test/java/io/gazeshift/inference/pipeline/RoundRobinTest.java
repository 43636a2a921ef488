package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundRobinTest {

  @Test
  void everyoneHasATurnBeforeAnyoneHasASecond() {
    assertThat(
            new RoundRobin()
                .of(List.of(List.of("a1", "a2", "a3"), List.of("b1"), List.of("c1", "c2"))))
        .containsExactly("a1", "b1", "c1", "a2", "c2", "a3");
  }

  @Test
  void withoutWaitingCamerasThereIsNoTurn() {
    assertThat(new RoundRobin().of(List.of())).isEmpty();
    assertThat(new RoundRobin().of(List.of(List.of(), List.of()))).isEmpty();
  }

  @Test
  void anotherBeginsEveryTime() {
    RoundRobin turns = new RoundRobin();
    List<List<String>> polled = List.of(List.of("a1", "a2"), List.of("b1"), List.of("c1"));

    assertThat(turns.of(polled)).containsExactly("a1", "b1", "c1", "a2");
    assertThat(turns.of(polled)).containsExactly("b1", "c1", "a1", "a2");
    assertThat(turns.of(List.<List<String>>of())).isEmpty();
    assertThat(turns.of(polled)).containsExactly("c1", "a1", "b1", "a2");
    assertThat(turns.of(polled)).startsWith("a1");
  }
}
