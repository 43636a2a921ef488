package io.gazeshift.inference.pipeline;

import io.gazeshift.protocol.v1.FaceIdentity;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices cameras that several processes capture at the same time, such as a network camera in the
 * configuration of every node: each of its faces is then predicted several times under one camera
 * id. A capture process that restarts begins a new session and never returns to the old one; those
 * at the same time take turns. For one thread at a time.
 */
final class CaptureSessions {

  private static final Logger log = LoggerFactory.getLogger(CaptureSessions.class);

  /** Faces of a session that has ended may still be on their way, but come in order. */
  private static final long RECENT_MICROS = Duration.ofMinutes(1).toMillis() * 1000;

  private static final int MOST_CAMERAS = 10_000;

  /** Of one camera; more that take turns in a steady order are not noticed. */
  private static final int MOST_SESSIONS = 8;

  private final Map<String, Sessions> byCamera = mostRecent(MOST_CAMERAS);

  /** Whether this face returns to a session that another one had followed just now. */
  boolean isOverlapping(FaceIdentity face, long nowMicros) {
    return byCamera
        .computeIfAbsent(face.getCamera(), camera -> new Sessions())
        .isOverlapping(face, nowMicros);
  }

  /** Forgets what was used longest ago. */
  private static <K, V> Map<K, V> mostRecent(int most) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }

  /** The sessions of one camera. */
  private static final class Sessions {

    private final Map<Long, Long> lastSeenMicros = mostRecent(MOST_SESSIONS);
    private long last;
    private long toldMicros;

    boolean isOverlapping(FaceIdentity face, long nowMicros) {
      long session = face.getCaptureSession();
      long previous = last;
      last = session;
      Long seenMicros = lastSeenMicros.put(session, nowMicros);
      if (seenMicros == null || session == previous || nowMicros - seenMicros >= RECENT_MICROS) {
        return false;
      }
      if (nowMicros - toldMicros >= RECENT_MICROS) {
        toldMicros = nowMicros;
        log.warn(
            "camera {}: several processes capture it at the same time (sessions {} and {}), so its"
                + " faces are predicted several times; configure it in one ingest process only, or"
                + " give each its own camera id",
            face.getCamera(),
            Long.toUnsignedString(previous),
            Long.toUnsignedString(session));
      }
      return true;
    }
  }
}
