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
