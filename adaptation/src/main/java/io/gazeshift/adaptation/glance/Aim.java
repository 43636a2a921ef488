package io.gazeshift.adaptation.glance;

import io.gazeshift.common.UserError;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.PointMm;

/** What the person is asked to look at. */
public sealed interface Aim {

  /** Where that is from a face at this place, in the camera's axes. */
  Gaze from(PointMm face);

  /** A direction in the camera's axes. */
  record Direction(Gaze gaze) implements Aim {

    @Override
    public Gaze from(PointMm face) {
      return gaze;
    }
  }

  /** A place in the camera's axes. */
  record Place(PointMm at) implements Aim {

    private static final double LEAST_MM = 50;

    @Override
    public Gaze from(PointMm face) {
      PointMm sight = at.minus(face);
      if (!(sight.length() >= LEAST_MM)) {
        throw new UserError(
            ("the point (%.0f, %.0f, %.0f) mm lies within the face; points are in the camera's axes:"
                    + " x right in the image, y down, z away from the camera")
                .formatted(at.x(), at.y(), at.z()));
      }
      return Gaze.along(sight.x(), sight.y(), sight.z());
    }
  }
}
