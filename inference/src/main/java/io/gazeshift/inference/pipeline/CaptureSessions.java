package io.gazeshift.inference.pipeline;

import io.gazeshift.protocol.v1.FaceIdentity;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices cameras that two processes capture at the same time, such as a network camera in the
 * configuration of every node: each of its faces is then predicted twice under one camera id. A
 * capture process that restarts begins a new session and never returns to the old one; two at the
 * same time take turns. For one thread at a time.
 */
final class CaptureSessions {

  private static final Logger log = LoggerFactory.getLogger(CaptureSessions.class);

  /** Faces of a session that has ended may still be on their way, but come in order. */
  private static final long RECENT_MICROS = Duration.ofMinutes(1).toMillis() * 1000;

  private static final int MOST_CAMERAS = 10_000;

  /**
   * @param now the session of the last face
   * @param before the session before that one, 0 if there was none
   * @param changedMicros when the session changed last
   * @param toldMicros when it was last logged
   */
  private record Sessions(long now, long before, long changedMicros, long toldMicros) {}

  private final Map<String, Sessions> byCamera =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Sessions> eldest) {
          return size() > MOST_CAMERAS;
        }
      };

  /** Whether this face returns to a session that another one had followed just now. */
  boolean isOverlapping(FaceIdentity face, long nowMicros) {
    long session = face.getCaptureSession();
    Sessions known = byCamera.get(face.getCamera());
    if (known == null) {
      byCamera.put(face.getCamera(), new Sessions(session, session, nowMicros, 0));
      return false;
    }
    if (known.now == session) {
      return false;
    }
    boolean overlapping =
        known.before == session && nowMicros - known.changedMicros < RECENT_MICROS;
    long told = known.toldMicros;
    if (overlapping && nowMicros - told >= RECENT_MICROS) {
      told = nowMicros;
      log.warn(
          "camera {}: two processes capture it at the same time (sessions {} and {}), so its faces"
              + " are predicted twice; configure it in one ingest process only, or give each its own"
              + " camera id",
          face.getCamera(),
          Long.toUnsignedString(known.now),
          Long.toUnsignedString(session));
    }
    byCamera.put(face.getCamera(), new Sessions(session, known.now, nowMicros, told));
    return overlapping;
  }
}
