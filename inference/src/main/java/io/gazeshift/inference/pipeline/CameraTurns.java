package io.gazeshift.inference.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Remembers which camera was predicted for when, and chooses whom to predict for next where there
 * is not enough time for all. For one thread.
 */
final class CameraTurns {

  /** Beyond these, the camera that was served longest ago counts as never served. */
  private static final int MOST_CAMERAS = 10_000;

  private final Map<String, Long> served =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST_CAMERAS;
        }
      };

  private long turn;

  /**
   * The places of that many faces to predict: each time one of the camera that was served longest
   * ago; the earliest of it; and of several such cameras the one whose face comes first.
   */
  <T> List<Integer> choose(List<T> faces, int count, Function<T, String> camera) {
    Map<String, Deque<Integer>> waiting = new LinkedHashMap<>();
    for (int place = 0; place < faces.size(); place++) {
      waiting
          .computeIfAbsent(camera.apply(faces.get(place)), unknown -> new ArrayDeque<>())
          .add(place);
    }
    List<Integer> chosen = new ArrayList<>(count);
    while (chosen.size() < count) {
      Map.Entry<String, Deque<Integer>> next =
          waiting.entrySet().stream()
              .filter(each -> !each.getValue().isEmpty())
              .min(Comparator.comparingLong(each -> served.getOrDefault(each.getKey(), -1L)))
              .orElseThrow();
      chosen.add(next.getValue().remove());
      served.put(next.getKey(), turn++);
    }
    return chosen;
  }
}
