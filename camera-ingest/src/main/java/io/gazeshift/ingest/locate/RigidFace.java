package io.gazeshift.ingest.locate;

import io.gazeshift.protocol.LandmarkPoints;

/**
 * The points of a face by which a head's pose is found: head axes (x towards the image's right, y
 * down, z into the head), millimetres from the face centre.
 *
 * @param eyeCornersMm the right eye's outer and inner corner, the left eye's inner and outer one
 * @param skullMm those of the wire contract's {@code FaceLandmarks.skull}, in its order
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record RigidFace(double[][] eyeCornersMm, double[][] skullMm) {

  private static final int CORNERS = 4;

  public RigidFace {
    if (eyeCornersMm.length != CORNERS || skullMm.length != LandmarkPoints.SKULL) {
      throw new IllegalArgumentException(
          "%d corners and %d points of the skull, expected %d and %d"
              .formatted(eyeCornersMm.length, skullMm.length, CORNERS, LandmarkPoints.SKULL));
    }
  }

  /** The middle of the four corners of the eyes. */
  public double[] betweenEyesMm() {
    double[] mean = new double[3];
    for (double[] corner : eyeCornersMm) {
      for (int axis = 0; axis < mean.length; axis++) {
        mean[axis] += corner[axis] / CORNERS;
      }
    }
    return mean;
  }
}
