package io.gazeshift.inference.smooth;

import io.gazeshift.inference.config.SmoothingConfig;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Smooths the gaze of each face by capture time. The state is in memory alone: after a restart each
 * face begins with its raw gaze. The faces are bounded; the one that was seen least lately goes
 * first. Not thread-safe.
 */
public final class GazeSmoothing {

  /** More faces than an inference process follows at a time. */
  private static final int MOST_FACES = 4096;

  /** After a longer gap the gaze before it says nothing. */
  private static final long LONGEST_GAP_MICROS = 500_000;

  private record Track(String camera, long captureSession, int faceIndex) {}

  private final SmoothingConfig config;
  private final Map<Track, OneEuroFilter> filters =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Track, OneEuroFilter> eldest) {
          return size() > MOST_FACES;
        }
      };

  public GazeSmoothing(SmoothingConfig config) {
    this.config = config;
  }

  /** No face is smoothed. */
  public static GazeSmoothing off() {
    return new GazeSmoothing(SmoothingConfig.OFF);
  }

  /**
   * The smoothed gaze of a face.
   *
   * @param camera the raw one, in the camera's axes
   * @return empty if smoothing is off, or if a later frame of the face came before
   */
  public Optional<Gaze> next(FaceIdentity face, Gaze camera) {
    if (!config.enabled()) {
      return Optional.empty();
    }
    Track track = new Track(face.getCamera(), face.getCaptureSession(), face.getFaceIndex());
    OneEuroFilter filter = filters.get(track);
    long micros = face.getCaptureMicros();
    if (filter == null || Math.abs(micros - filter.lastMicros()) > LONGEST_GAP_MICROS) {
      filters.put(track, new OneEuroFilter(config.cutoffHz(), config.beta(), camera, micros));
      return Optional.of(camera);
    }
    return micros > filter.lastMicros()
        ? Optional.of(filter.next(camera, micros))
        : Optional.empty();
  }

  /** Begins anew for every face, as after a restart. */
  public void forget() {
    filters.clear();
  }
}
