package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.List;

/**
 * One camera, as its predictions show it.
 *
 * @param framesPerSecond frames with a face that were predicted, over the last seconds
 * @param latencyP50Millis from capture to committed prediction: half took less, lately
 * @param lastSeen when its newest prediction came
 * @param faces those of its newest frame
 */
public record CameraView(
    String id,
    String domain,
    double framesPerSecond,
    double latencyP50Millis,
    Instant lastSeen,
    List<FaceView> faces) {

  public CameraView {
    faces = List.copyOf(faces);
  }
}
