package io.gazeshift.ingest.locate.pose;

import io.gazeshift.ingest.locate.HeadPose;

/**
 * A head's pose and how well the face fits it: the root mean square of the distances between seen
 * and expected points, in pixels of a frame without distortion.
 */
public record PoseFit(HeadPose pose, double errorPx) {

  /** Whether such a head could be seen at all: in front of the camera, its face towards it. */
  public boolean isPossible() {
    double[] intoHead = pose.headToCamera().apply(new double[] {0, 0, 1});
    double facing = intoHead[0] * pose.xMm() + intoHead[1] * pose.yMm() + intoHead[2] * pose.zMm();
    // Written so that NaN fails.
    return pose.zMm() > 0 && facing > 0 && errorPx >= 0;
  }
}
