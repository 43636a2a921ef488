package io.gazeshift.daemon.infer;

import java.util.ArrayList;
import java.util.List;

/**
 * Whose turn it is. What is polled comes a partition at a time. Where there is more than can be
 * served, whoever came later would always be too old when its turn came, and a few cameras would
 * keep out all others.
 */
final class Turns {

  private Turns() {}

  /** The first of each list, then the second, and so on; each list keeps its order. */
  static <T> List<T> of(List<List<T>> lists) {
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    List<T> all = new ArrayList<>();
    for (int turn = 0; turn < longest; turn++) {
      for (List<T> each : lists) {
        if (turn < each.size()) {
          all.add(each.get(turn));
        }
      }
    }
    return all;
  }
}
