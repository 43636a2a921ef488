package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CameraTurnsTest {

  private final CameraTurns turns = new CameraTurns();

  @Test
  void aCameraThatHadFewerTurnsComesFirst() {
    serve("a", 3);
    serve("b", 1);

    assertThat(turns.had("b")).isLessThan(turns.had("a"));
    assertThat(turns.had("never seen")).isLessThan(turns.had("b"));
  }

  @Test
  void aTurnThatCameToNothingIsNotCounted() {
    serve("a", 2);
    serve("b", 1);
    turns.giveBack("a");

    assertThat(turns.had("a")).isEqualTo(turns.had("b"));
  }

  @Test
  void aCameraThatWasAwayIsNotOwedAllOfIt() {
    serve("a", 1);
    serve("b", 100_000);

    assertThat(turns.had("a")).isEqualTo(turns.had("b") - 10);
    serve("a", 10);
    assertThat(turns.had("a")).isEqualTo(turns.had("b"));
  }

  @Test
  void afterClearingAllAreEqual() {
    serve("a", 7);
    turns.clear();

    assertThat(turns.had("a")).isEqualTo(turns.had("b"));
  }

  private void serve(String camera, int times) {
    for (int i = 0; i < times; i++) {
      turns.serve(camera);
    }
  }
}
