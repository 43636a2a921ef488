package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CameraTurnsTest {

  private final CameraTurns turns = new CameraTurns();

  @Test
  void eachCameraIsServedBeforeOneIsServedTwice() {
    assertThat(choose(3, "a", "a", "a", "b", "c")).containsExactly(0, 3, 4);
    assertThat(choose(5, "a", "a", "a", "b", "c")).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
  }

  /** What is predicted without a choice counts as well, or a camera that is alone gets it free. */
  @Test
  void aCameraThatGotMoreWaitsUntilTheOthersHaveCaughtUp() {
    for (int i = 0; i < 10; i++) {
      turns.serve("a");
    }
    choose(1, "b");

    assertThat(choose(9, "a", "a", "a", "b", "b", "b", "b", "b", "b", "b", "b", "b"))
        .containsExactly(3, 4, 5, 6, 7, 8, 9, 10, 11);
    assertThat(choose(2, "a", "a", "b", "b")).containsExactlyInAnyOrder(0, 2);
  }

  @Test
  void aCameraThatWasAwayIsNotOwedAllOfIt() {
    turns.serve("a");
    for (int i = 0; i < 100_000; i++) {
      turns.serve("b");
    }
    String[] batch = new String[400];
    java.util.Arrays.fill(batch, 0, 200, "a");
    java.util.Arrays.fill(batch, 200, 400, "b");

    assertThat(choose(200, batch)).filteredOn(place -> place >= 200).hasSize(50);
  }

  @Test
  void theCameraServedLongestAgoIsNext() {
    choose(1, "a", "b", "c");
    choose(1, "a", "b", "c");

    assertThat(choose(1, "a", "b", "c")).containsExactly(2);
    assertThat(choose(1, "a", "b", "c")).containsExactly(0);
  }

  /** One camera sends a hundred times as many faces, and there is time for one face in a batch. */
  @Test
  void aCameraThatFloodsIsServedNoMoreOftenThanTheOthers() {
    Map<String, Integer> served = new HashMap<>();
    String[] batch = new String[103];
    java.util.Arrays.fill(batch, "loud");
    batch[100] = "b";
    batch[101] = "c";
    batch[102] = "d";
    for (int i = 0; i < 40; i++) {
      int place = choose(1, batch).get(0);
      served.merge(batch[place], 1, Integer::sum);
    }

    assertThat(served)
        .containsExactlyInAnyOrderEntriesOf(Map.of("loud", 10, "b", 10, "c", 10, "d", 10));
  }

  private List<Integer> choose(int count, String... cameras) {
    return turns.choose(List.of(cameras), count, Function.identity());
  }
}
