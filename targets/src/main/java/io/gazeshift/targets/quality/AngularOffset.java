package io.gazeshift.targets.quality;

import io.gazeshift.protocol.Gaze;
import java.util.List;

/**
 * Where a gaze lies as seen from another, in degrees. Differences of yaw would not do: they grow
 * with the pitch, although the angle between two gazes does not.
 *
 * @param horizontalDeg above 0 as yaw is, towards the image's left
 * @param verticalDeg above 0 as pitch is, upwards
 */
record AngularOffset(double horizontalDeg, double verticalDeg) {

  /** The length of the offset is the angle between the two, and its direction that of the arc. */
  static AngularOffset between(Gaze centre, Gaze gaze) {
    double[] g = gaze.vector();
    double sinYaw = Math.sin(centre.yawRad());
    double cosYaw = Math.cos(centre.yawRad());
    double sinPitch = Math.sin(centre.pitchRad());
    double cosPitch = Math.cos(centre.pitchRad());
    // Along the derivatives of the centre's vector by yaw and by pitch.
    double horizontal = -cosYaw * g[0] + sinYaw * g[2];
    double vertical = sinPitch * sinYaw * g[0] - cosPitch * g[1] + sinPitch * cosYaw * g[2];
    double sine = Math.hypot(horizontal, vertical);
    double scale = sine > 0 ? Math.toDegrees(centre.angleToRad(gaze)) / sine : 0;
    return new AngularOffset(scale * horizontal, scale * vertical);
  }

  /** The mean direction of some gazes, of which there must be one at least. */
  static Gaze centre(List<Gaze> gazes) {
    double[] sum = new double[3];
    for (Gaze gaze : gazes) {
      double[] vector = gaze.vector();
      for (int axis = 0; axis < 3; axis++) {
        sum[axis] += vector[axis];
      }
    }
    return Gaze.along(sum[0], sum[1], sum[2]);
  }
}
