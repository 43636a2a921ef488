package io.gazeshift.outputs.lsl;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.GazePrediction;
import java.util.List;

/**
 * The channels of a gaze stream, by XDF's conventions for gaze. Directions and positions are in
 * camera axes: x right, y down, z away from the camera.
 */
final class GazeChannels {

  /** One channel, with a type of XDF's list where it has one. */
  record Channel(String label, String type, String unit) {}

  static final List<Channel> ALL =
      List.of(
          new Channel("direction_x", "DirectionX", "normalized"),
          new Channel("direction_y", "DirectionY", "normalized"),
          new Channel("direction_z", "DirectionZ", "normalized"),
          new Channel("origin_x", "PositionX", "mm"),
          new Channel("origin_y", "PositionY", "mm"),
          new Channel("origin_z", "PositionZ", "mm"),
          new Channel("pitch", "Pitch", "degrees"),
          new Channel("yaw", "Yaw", "degrees"),
          new Channel("sigma", "Uncertainty", "degrees"),
          new Channel("quality", "Confidence", "normalized"),
          new Channel("frame", "FrameNumber", "count"));

  private GazeChannels() {}

  /** One sample; an unknown uncertainty is not a number. */
  static double[] sample(GazePrediction prediction) {
    Gaze gaze = Gaze.from(prediction.getCamera());
    double pitch = gaze.pitchRad();
    double yaw = gaze.yawRad();
    return new double[] {
      -Math.cos(pitch) * Math.sin(yaw),
      -Math.sin(pitch),
      -Math.cos(pitch) * Math.cos(yaw),
      prediction.getOrigin(0),
      prediction.getOrigin(1),
      prediction.getOrigin(2),
      gaze.pitchDeg(),
      gaze.yawDeg(),
      prediction.hasUncertainty()
          ? Math.toDegrees(prediction.getUncertainty().getSigma())
          : Double.NaN,
      prediction.getQuality().getOverall(),
      prediction.getIdentity().getFrameSeq()
    };
  }
}
