package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.List;

/**
 * One camera, derived from its predictions.
 *
 * @param framesPerSecond predicted frames with a face, over the last seconds
 * @param latencyP50Millis recent median from capture to committed prediction
 * @param lastSeen when its newest prediction arrived
 * @param faces of its newest frame
 * @param timelines the last minute of its faces, by their index
 */
public record CameraView(
    String id,
    String domain,
    double framesPerSecond,
    double latencyP50Millis,
    Instant lastSeen,
    List<FaceView> faces,
    List<TimelineView> timelines) {

  public CameraView {
    faces = List.copyOf(faces);
    timelines = List.copyOf(timelines);
  }
}
