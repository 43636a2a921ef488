package io.gazeshift.ingest.locate.pose;

import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.TermCriteria;

/**
 * Where points would be if the camera's lens had no distortion but the same focal length. Not
 * thread-safe.
 */
public final class Undistortion implements AutoCloseable {

  private static final TermCriteria UNTIL =
      new TermCriteria(TermCriteria.COUNT + TermCriteria.EPS, 40, 1e-8);

  private final Lens lens;
  private final boolean perfect;
  private final Mat cameraMatrix = new Mat(3, 3, CvType.CV_64F);
  private final Mat coefficients = new Mat();
  private final Mat noTurn = new Mat();
  private final MatOfPoint2f points = new MatOfPoint2f();

  public Undistortion(CameraIntrinsics camera) {
    this.lens = camera.lens();
    this.perfect = camera.distortion().isEmpty();
    cameraMatrix.put(0, 0, camera.fx(), 0, camera.cx(), 0, camera.fy(), camera.cy(), 0, 0, 1);
    if (!perfect) {
      double[] values = camera.distortion().stream().mapToDouble(Double::doubleValue).toArray();
      coefficients.create(1, values.length, CvType.CV_64F);
      coefficients.put(0, 0, values);
    }
  }

  /** What cannot be seen through the lens may come out as anything. */
  public Landmarks apply(Landmarks distorted) {
    if (perfect) {
      return distorted;
    }
    float[] xy = distorted.toArray();
    points.alloc(distorted.count());
    points.put(0, 0, xy);
    if (lens == Lens.FISHEYE) {
      Calib3d.fisheye_undistortPoints(
          points, points, cameraMatrix, coefficients, noTurn, cameraMatrix, UNTIL);
    } else {
      Calib3d.undistortPointsIter(
          points, points, cameraMatrix, coefficients, noTurn, cameraMatrix, UNTIL);
    }
    points.get(0, 0, xy);
    return Landmarks.of(xy);
  }

  @Override
  public void close() {
    cameraMatrix.release();
    coefficients.release();
    noTurn.release();
    points.release();
  }
}
