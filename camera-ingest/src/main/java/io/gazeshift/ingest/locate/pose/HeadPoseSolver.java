package io.gazeshift.ingest.locate.pose;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Rotation;
import java.util.Arrays;
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
public final class HeadPoseSolver implements AutoCloseable {

  private final CameraIntrinsics camera;
  private final int[] rigid;
  private final double[][] onHeadMm;
  private final float[] seenXy;
  private final Mat cameraMatrix = new Mat(3, 3, CvType.CV_64F);
  private final MatOfDouble noDistortion = new MatOfDouble();
  private final MatOfPoint3f onHead;
  private final MatOfPoint2f seen = new MatOfPoint2f();
  private final Mat turn = new Mat(3, 1, CvType.CV_64F);
  private final Mat matrix = new Mat(3, 3, CvType.CV_64F);
  private final Mat shift = new Mat(3, 1, CvType.CV_64F);

  /**
   * Keeps both arrays, which are not to be changed.
   *
   * @param rigid which landmarks stay where they are on the skull; at least six, not all in a plane
   * @param onHeadMm where each of these is, in head axes from the face centre
   */
  public HeadPoseSolver(CameraIntrinsics camera, int[] rigid, double[][] onHeadMm) {
    this.camera = camera;
    this.rigid = rigid;
    this.onHeadMm = onHeadMm;
    this.seenXy = new float[2 * rigid.length];
    cameraMatrix.put(0, 0, camera.fx(), 0, camera.cx(), 0, camera.fy(), camera.cy(), 0, 0, 1);
    this.onHead = new MatOfPoint3f(Arrays.stream(onHeadMm).map(Point3::new).toArray(Point3[]::new));
    seen.alloc(rigid.length);
  }

  /** From nothing; empty where no head that could be seen fits at all. */
  public Optional<PoseFit> solve(Landmarks undistorted) {
    take(undistorted);
    return tried(
        () -> {
          pnp(false, Calib3d.SOLVEPNP_EPNP);
          pnp(true, Calib3d.SOLVEPNP_ITERATIVE);
        });
  }

  /** From what the pose was a moment ago; may end worse than from nothing. */
  public Optional<PoseFit> solve(Landmarks undistorted, HeadPose last) {
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
    Calib3d.solvePnP(onHead, seen, cameraMatrix, noDistortion, turn, shift, fromGuess, method);
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
      double[] p = pose.toCamera(onHeadMm[i]);
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
    onHead.release();
    seen.release();
    turn.release();
    matrix.release();
    shift.release();
  }
}
