package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Rotation;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.MatOfPoint3f;
import org.opencv.core.Point3;

/**
 * Where a head must be for its rigid points to be seen where they are: EPNP for a start, or the
 * head's last pose, then least squares. Points are given as a lens without distortion shows them.
 * Not thread-safe.
 */
final class HeadPoseSolver implements AutoCloseable {

  private final CameraIntrinsics camera;
  private final AverageFace face;
  private final int[] rigid;
  private final Mat cameraMatrix;
  private final MatOfPoint3f onFace;
  private final MatOfPoint2f seen = new MatOfPoint2f();
  private final MatOfDouble noDistortion = new MatOfDouble();
  private final Mat turn = new Mat(3, 1, CvType.CV_64F);
  private final Mat matrix = new Mat(3, 3, CvType.CV_64F);
  private final Mat shift = new Mat(3, 1, CvType.CV_64F);
  private final float[] seenXy;

  /** The camera matrix stays with its owner. */
  HeadPoseSolver(CameraIntrinsics camera, Mat cameraMatrix, AverageFace face) {
    this.camera = camera;
    this.cameraMatrix = cameraMatrix;
    this.face = face;
    this.rigid = MeshPoints.rigid().toArray();
    this.onFace =
        new MatOfPoint3f(
            MeshPoints.rigid()
                .mapToObj(i -> new Point3(face.x(i), face.y(i), face.z(i)))
                .toArray(Point3[]::new));
    this.seenXy = new float[2 * rigid.length];
    seen.alloc(rigid.length);
  }

  /** From nothing. */
  PoseFit solve(float[] undistortedXy) {
    take(undistortedXy);
    Calib3d.solvePnP(
        onFace, seen, cameraMatrix, noDistortion, turn, shift, false, Calib3d.SOLVEPNP_EPNP);
    return refine();
  }

  /** From what the pose was a moment ago. */
  PoseFit solve(float[] undistortedXy, HeadPose last) {
    take(undistortedXy);
    matrix.put(0, 0, last.headToCamera().rows());
    Calib3d.Rodrigues(matrix, turn);
    shift.put(0, 0, last.faceCentreMm());
    return refine();
  }

  private void take(float[] undistortedXy) {
    for (int i = 0; i < rigid.length; i++) {
      seenXy[2 * i] = undistortedXy[2 * rigid[i]];
      seenXy[2 * i + 1] = undistortedXy[2 * rigid[i] + 1];
    }
    seen.put(0, 0, seenXy);
  }

  private PoseFit refine() {
    Calib3d.solvePnP(
        onFace, seen, cameraMatrix, noDistortion, turn, shift, true, Calib3d.SOLVEPNP_ITERATIVE);
    Calib3d.Rodrigues(turn, matrix);
    double[] rows = new double[9];
    double[] centre = new double[3];
    matrix.get(0, 0, rows);
    shift.get(0, 0, centre);
    HeadPose pose = new HeadPose(Rotation.ofRows(rows), centre[0], centre[1], centre[2]);
    return new PoseFit(pose, errorPx(pose));
  }

  private double errorPx(HeadPose pose) {
    double sum = 0;
    for (int i = 0; i < rigid.length; i++) {
      double[] p = pose.toCamera(face.x(rigid[i]), face.y(rigid[i]), face.z(rigid[i]));
      double dx = camera.fx() * p[0] / p[2] + camera.cx() - seenXy[2 * i];
      double dy = camera.fy() * p[1] / p[2] + camera.cy() - seenXy[2 * i + 1];
      sum += dx * dx + dy * dy;
    }
    return Math.sqrt(sum / rigid.length);
  }

  @Override
  public void close() {
    onFace.release();
    seen.release();
    noDistortion.release();
    turn.release();
    matrix.release();
    shift.release();
  }
}
