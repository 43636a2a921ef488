package io.gazeshift.inference.pipeline;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts the faces of each camera that were handed to the backbone, so that a camera that got fewer
 * can be next. One that had none for long is not owed all that the others got meanwhile.
 * Thread-safe.
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

  /** Counts a face of the camera. */
  synchronized void serve(String camera) {
    long now = got(camera) + 1;
    served.put(camera, now);
    most = Math.max(most, now);
  }

  /** The face was too old when the backbone had time for it, so that its camera got nothing. */
  synchronized void giveBack(String camera) {
    served.computeIfPresent(camera, (known, count) -> count - 1);
  }

  /** Smaller for a camera that got fewer faces; comparable until the next change. */
  synchronized long got(String camera) {
    return Math.max(served.getOrDefault(camera, 0L), most - MOST_OWED);
  }

  /** All cameras are equal again. */
  synchronized void clear() {
    served.clear();
    most = 0;
  }
}
