package io.gazeshift.daemon.predict;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.GazePrediction;
import java.util.OptionalDouble;

/**
 * One predicted gaze, in degrees.
 *
 * @param source name of the picture or video
 * @param camera in the axes of the camera
 * @param normalised in the axes of the virtual camera, as the model predicts it
 * @param sigmaDeg 68 percent of such gazes are off by less; empty where the model does not say
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
    double eyeOpenness,
    OptionalDouble sigmaDeg) {

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
        prediction.getQuality().getEyeOpenness(),
        prediction.hasUncertainty()
            ? OptionalDouble.of(Math.toDegrees(prediction.getUncertainty().getSigma()))
            : OptionalDouble.empty());
  }
}
