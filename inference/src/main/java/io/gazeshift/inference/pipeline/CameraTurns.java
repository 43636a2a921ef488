package io.gazeshift.inference.pipeline;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts the turns of each camera, one for each of its faces that the pipeline took, so that the
 * camera with fewest can be next. One that had no faces for long is not owed all that the others
 * got meanwhile. Thread-safe.
 */
final class CameraTurns {

  /**
   * So many turns a camera may be behind the one that had most, at most. Until it has caught up,
   * those before it wait.
   */
  private static final long MOST_OWED = 10;

  /** Beyond these, the camera that was asked for longest ago is forgotten. */
  private static final int MOST_CAMERAS = 10_000;

  private final Map<String, Long> served =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST_CAMERAS;
        }
      };

  private long most;

  /** The camera has had a turn. */
  synchronized void serve(String camera) {
    long now = had(camera) + 1;
    served.put(camera, now);
    most = Math.max(most, now);
  }

  /** It was none: the camera got nothing for it. */
  synchronized void giveBack(String camera) {
    served.computeIfPresent(camera, (known, count) -> count - 1);
  }

  /** Smaller for a camera that had fewer turns; comparable until the next change. */
  synchronized long had(String camera) {
    return Math.max(served.getOrDefault(camera, 0L), most - MOST_OWED);
  }

  /** All cameras are equal again. */
  synchronized void clear() {
    served.clear();
    most = 0;
  }
}
