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
 * Counts the faces that were predicted for each camera, and chooses whom to predict for next where
 * there is not enough time for all: a camera that got less gets more, as soon as it has faces. One
 * that had none for long is not owed all that the others got meanwhile. For one thread.
 */
final class CameraTurns {

  /** So many faces a camera may be behind the one that got most, at most. */
  private static final long MOST_OWED = 100;

  /** Beyond these, the camera that was served longest ago is forgotten. */
  private static final int MOST_CAMERAS = 10_000;

  private final Map<String, Long> served =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST_CAMERAS;
        }
      };

  private long most;

  /**
   * The places of that many faces to predict: each time the earliest of the camera that got fewest;
   * of several such cameras, of the one whose face comes first.
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
              .min(Comparator.comparingLong(each -> got(each.getKey())))
              .orElseThrow();
      chosen.add(next.getValue().remove());
      serve(next.getKey());
    }
    return chosen;
  }

  /** Counts a face that is predicted without a choice. */
  void serve(String camera) {
    long got = got(camera) + 1;
    served.put(camera, got);
    most = Math.max(most, got);
  }

  private long got(String camera) {
    return Math.max(served.getOrDefault(camera, 0L), most - MOST_OWED);
  }
}
