package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Rotation;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvException;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.MatOfPoint3f;
import org.opencv.core.Point3;

/**
 * Where a head must be for its rigid points to be seen where they are: EPNP for a start, or the
 * head's last pose, then least squares. Landmarks are to be given as a lens without distortion
 * shows them. Not thread-safe.
 */
final class HeadPoseSolver implements AutoCloseable {

  private final CameraIntrinsics camera;
  private final AverageFace face;
  private final int[] rigid = MeshPoints.rigid().toArray();
  private final float[] seenXy = new float[2 * rigid.length];
  private final Mat cameraMatrix = new Mat(3, 3, CvType.CV_64F);
  private final MatOfDouble noDistortion = new MatOfDouble();
  private final MatOfPoint3f onFace;
  private final MatOfPoint2f seen = new MatOfPoint2f();
  private final Mat turn = new Mat(3, 1, CvType.CV_64F);
  private final Mat matrix = new Mat(3, 3, CvType.CV_64F);
  private final Mat shift = new Mat(3, 1, CvType.CV_64F);

  HeadPoseSolver(CameraIntrinsics camera, AverageFace face) {
    this.camera = camera;
    this.face = face;
    cameraMatrix.put(0, 0, camera.fx(), 0, camera.cx(), 0, camera.fy(), camera.cy(), 0, 0, 1);
    this.onFace =
        new MatOfPoint3f(
            MeshPoints.rigid()
                .mapToObj(i -> new Point3(face.x(i), face.y(i), face.z(i)))
                .toArray(Point3[]::new));
    seen.alloc(rigid.length);
  }

  /** From nothing; empty where no head that could be seen fits at all. */
  Optional<PoseFit> solve(Landmarks undistorted) {
    take(undistorted);
    return tried(
        () -> {
          pnp(false, Calib3d.SOLVEPNP_EPNP);
          pnp(true, Calib3d.SOLVEPNP_ITERATIVE);
        });
  }

  /** From what the pose was a moment ago; may end worse than from nothing. */
  Optional<PoseFit> solve(Landmarks undistorted, HeadPose last) {
    take(undistorted);
    matrix.put(0, 0, last.headToCamera().rows());
    Calib3d.Rodrigues(matrix, turn);
    shift.put(0, 0, last.faceCentreMm());
    return tried(() -> pnp(true, Calib3d.SOLVEPNP_ITERATIVE));
  }

  private void take(Landmarks undistorted) {
    for (int i = 0; i < rigid.length; i++) {
      seenXy[2 * i] = (float) undistorted.x(rigid[i]);
      seenXy[2 * i + 1] = (float) undistorted.y(rigid[i]);
    }
    seen.put(0, 0, seenXy);
  }

  private void pnp(boolean fromGuess, int method) {
    Calib3d.solvePnP(onFace, seen, cameraMatrix, noDistortion, turn, shift, fromGuess, method);
  }

  /** Points that are no face's may have OpenCV fail, or answer what is no number. */
  private Optional<PoseFit> tried(Runnable attempt) {
    try {
      attempt.run();
    } catch (CvException e) {
      return Optional.empty();
    }
    Calib3d.Rodrigues(turn, matrix);
    double[] rows = new double[9];
    double[] centre = new double[3];
    matrix.get(0, 0, rows);
    shift.get(0, 0, centre);
    if (!DoubleStream.concat(DoubleStream.of(rows), DoubleStream.of(centre))
        .allMatch(Double::isFinite)) {
      return Optional.empty();
    }
    HeadPose pose = new HeadPose(Rotation.ofRows(rows), centre[0], centre[1], centre[2]);
    return Optional.of(new PoseFit(pose, errorPx(pose))).filter(PoseFit::isPossible);
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
    cameraMatrix.release();
    noDistortion.release();
    onFace.release();
    seen.release();
    turn.release();
    matrix.release();
    shift.release();
  }
}
