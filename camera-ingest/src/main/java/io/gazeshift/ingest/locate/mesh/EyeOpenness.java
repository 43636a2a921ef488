package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.source.CameraIntrinsics;

/**
 * How far the lids are apart, against the width of the eye. Measured on the face, not in the image:
 * each point is led back along its ray to the depth it has on the average head, so that a head that
 * is turned or bent does not pass for one that blinks.
 */
final class EyeOpenness {

  /**
   * Gap by width of an eye that is shut, and of one that looks straight ahead, as a mesh shows
   * them.
   */
  record LidGaps(double shut, double open) {}

  /** Corner, corner, then three pairs of upper and lower lid. */
  private static final int[] RIGHT = {33, 133, 160, 144, 159, 145, 158, 153};

  private static final int[] LEFT = {263, 362, 387, 373, 386, 374, 385, 380};

  private final CameraIntrinsics camera;
  private final AverageFace face;
  private final LidGaps gaps;

  EyeOpenness(CameraIntrinsics camera, AverageFace face, LidGaps gaps) {
    this.camera = camera;
    this.face = face;
    this.gaps = gaps;
  }

  /** Of the less open eye, 0 to 1. */
  double openness(Landmarks undistorted, HeadPose pose) {
    double ratio = gap(undistorted, pose);
    // Written so that NaN, from a head seen exactly from the side, is shut.
    return ratio > gaps.shut()
        ? Math.min(1, (ratio - gaps.shut()) / (gaps.open() - gaps.shut()))
        : 0;
  }

  /** Gap by width of the less open eye. */
  double gap(Landmarks undistorted, HeadPose pose) {
    return Math.min(ratio(undistorted, pose, RIGHT), ratio(undistorted, pose, LEFT));
  }

  private double ratio(Landmarks seen, HeadPose pose, int[] eye) {
    double width = distance(seen, pose, eye[0], eye[1]);
    double gap = 0;
    for (int i = 2; i < eye.length; i += 2) {
      gap += distance(seen, pose, eye[i], eye[i + 1]) / 3;
    }
    return gap / width;
  }

  private double distance(Landmarks seen, HeadPose pose, int one, int other) {
    double[] a = onFace(seen, pose, one);
    double[] b = onFace(seen, pose, other);
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }

  /** Where the ray of a point meets the plane of the head that has the point's usual depth. */
  private double[] onFace(Landmarks seen, HeadPose pose, int point) {
    double[] ray = {
      (seen.x(point) - camera.cx()) / camera.fx(), (seen.y(point) - camera.cy()) / camera.fy(), 1
    };
    var cameraToHead = pose.headToCamera().inverse();
    double[] direction = cameraToHead.apply(ray);
    double[] centre = cameraToHead.apply(pose.faceCentreMm());
    double along = (face.z(point) + centre[2]) / direction[2];
    return new double[] {along * direction[0] - centre[0], along * direction[1] - centre[1]};
  }
}
