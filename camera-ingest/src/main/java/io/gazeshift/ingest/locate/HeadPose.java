package io.gazeshift.ingest.locate;

import io.gazeshift.protocol.Rotation;

/**
 * Where a head is and how it is turned. The rotation leads from head axes (those of the camera when
 * the face looks straight into it: x towards the image's right, y down, z into the head) to camera
 * axes; the point is the face centre, between eyes and mouth, in camera axes.
 */
public record HeadPose(Rotation headToCamera, double xMm, double yMm, double zMm) {

  /** From the camera to the face centre. */
  public double distanceMm() {
    return Math.sqrt(xMm * xMm + yMm * yMm + zMm * zMm);
  }

  /** The face centre, x y z. */
  public double[] faceCentreMm() {
    return new double[] {xMm, yMm, zMm};
  }

  /** A point of the head, given in head axes from the face centre, in camera axes. */
  public double[] toCamera(double... headMm) {
    double[] turned = headToCamera.apply(headMm);
    return new double[] {turned[0] + xMm, turned[1] + yMm, turned[2] + zMm};
  }
}
