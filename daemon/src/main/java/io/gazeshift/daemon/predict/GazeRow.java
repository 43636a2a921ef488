package io.gazeshift.daemon.predict;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.GazePrediction;

/**
 * One gaze for people and spreadsheets, in degrees.
 *
 * @param source the picture or video it was found in
 * @param camera in the axes of the camera
 * @param normalised in those of the virtual camera: what the model saw
 */
public record GazeRow(
    String source,
    long frame,
    int face,
    Gaze camera,
    Gaze normalised,
    double xMm,
    double yMm,
    double zMm,
    double quality,
    double eyeOpenness) {

  static GazeRow of(String source, GazePrediction prediction) {
    return new GazeRow(
        source,
        prediction.getIdentity().getFrameSeq(),
        prediction.getIdentity().getFaceIndex(),
        Gaze.from(prediction.getCamera()),
        Gaze.from(prediction.getNormalised()),
        prediction.getOrigin(0),
        prediction.getOrigin(1),
        prediction.getOrigin(2),
        prediction.getQuality().getOverall(),
        prediction.getQuality().getEyeOpenness());
  }
}
