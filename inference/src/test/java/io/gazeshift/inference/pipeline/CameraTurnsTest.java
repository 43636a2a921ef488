package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CameraTurnsTest {

  private final CameraTurns turns = new CameraTurns();

  @Test
  void aCameraThatGotFewerFacesComesFirst() {
    serve("a", 3);
    serve("b", 1);

    assertThat(turns.got("b")).isLessThan(turns.got("a"));
    assertThat(turns.got("never seen")).isLessThan(turns.got("b"));
  }

  @Test
  void aFaceThatGrewTooOldIsNotCounted() {
    serve("a", 2);
    serve("b", 1);
    turns.giveBack("a");

    assertThat(turns.got("a")).isEqualTo(turns.got("b"));
  }

  @Test
  void aCameraThatWasAwayIsNotOwedAllOfIt() {
    serve("a", 1);
    serve("b", 100_000);

    assertThat(turns.got("a")).isEqualTo(turns.got("b") - 100);
    serve("a", 100);
    assertThat(turns.got("a")).isEqualTo(turns.got("b"));
  }

  @Test
  void afterClearingAllAreEqual() {
    serve("a", 7);
    turns.clear();

    assertThat(turns.got("a")).isEqualTo(turns.got("b"));
  }

  private void serve(String camera, int times) {
    for (int i = 0; i < times; i++) {
      turns.serve(camera);
    }
  }
}
