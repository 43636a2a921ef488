package io.gazeshift.inference.pipeline;

import java.util.ArrayList;
import java.util.List;

/**
 * Serves cameras in turn. Polled records arrive one partition at a time. Under overload, later
 * faces would otherwise always be too old when their turn came, and a few cameras would starve all
 * others. For one thread.
 */
final class RoundRobin {

  private int begun;

  /**
   * The first of each list, then the second, and so on; each list keeps its order. Another list
   * begins every time: where there is time for one face only, it shall not always be the same
   * camera's.
   */
  <T> List<T> of(List<List<T>> lists) {
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    List<T> all = new ArrayList<>();
    for (int turn = 0; turn < longest; turn++) {
      for (int i = 0; i < lists.size(); i++) {
        List<T> each = lists.get(Math.floorMod(begun + i, lists.size()));
        if (turn < each.size()) {
          all.add(each.get(turn));
        }
      }
    }
    begun += lists.isEmpty() ? 0 : 1;
    return all;
  }
}
