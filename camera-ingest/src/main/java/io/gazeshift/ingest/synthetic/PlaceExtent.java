package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.synthetic.SceneGaze.Spot;
import io.gazeshift.protocol.Gaze;

/** What belongs to a place that people look at: looks there are looks at the place. */
public sealed interface PlaceExtent {

  /** Kind, place and size, as {@code domains[].targets} writes them, in the axes of the camera. */
  String written(Spot at, Seat seat);

  /** An upright rectangle that faces the person at rest. */
  record Panel(double widthMm, double heightMm) implements PlaceExtent {

    @Override
    public String written(Spot at, Seat seat) {
      return "polygon "
          + TargetLine.corners(
              corner(at, seat, -1, -1),
              corner(at, seat, 1, -1),
              corner(at, seat, 1, 1),
              corner(at, seat, -1, 1));
    }

    private double[] corner(Spot at, Seat seat, int rightwards, int downwards) {
      Gaze towards = at.direction();
      double sinPitch = Math.sin(towards.pitchRad());
      double cosPitch = Math.cos(towards.pitchRad());
      double sinYaw = Math.sin(towards.yawRad());
      double cosYaw = Math.cos(towards.yawRad());
      double[] middle = towards.vector();
      double[] right = {-cosYaw, 0, sinYaw};
      double[] down = {-sinPitch * sinYaw, cosPitch, -sinPitch * cosYaw};
      double[] corner = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        corner[axis] =
            at.distanceMm() * middle[axis]
                + rightwards * widthMm / 2 * right[axis]
                + downwards * heightMm / 2 * down[axis];
      }
      return seat.toCamera(corner[0], corner[1], corner[2]);
    }
  }

  /**
   * Everything within an angle of its middle: for small things, which a gaze that is off by a few
   * degrees cannot tell from what is beside them.
   */
  record Round(double radiusDeg) implements PlaceExtent {

    /** Farther things are seen in the same direction wherever the head is. */
    private static final double FAR_MM = 10_000;

    @Override
    public String written(Spot at, Seat seat) {
      String radius = " radius " + TargetLine.number(radiusDeg) + "deg";
      if (at.distanceMm() < FAR_MM) {
        return "disc " + TargetLine.point(seat.toCamera(at.direction(), at.distanceMm())) + radius;
      }
      Gaze inCamera = at.direction().rotatedBy(seat.seatToCamera());
      return "direction "
          + TargetLine.number(inCamera.pitchDeg())
          + " "
          + TargetLine.number(inCamera.yawDeg())
          + radius;
    }
  }
}
