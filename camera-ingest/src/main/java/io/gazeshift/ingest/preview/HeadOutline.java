package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.MatOfPoint3f;
import org.opencv.core.Point;
import org.opencv.core.Point3;

/**
 * Where a head appears in the frame, through the lens: a frame around the face and the head's axes.
 * Holds native buffers; for one thread.
 */
final class HeadOutline implements AutoCloseable {

  private static final double AXIS_MM = 70;

  /** In head axes: the face centre, the tips of x, y and forward, then the corners of the face. */
  private static final double[][] HEAD_MM = {
    {0, 0, 0}, {AXIS_MM, 0, 0}, {0, AXIS_MM, 0}, {0, 0, -AXIS_MM},
    {-75, -85, 0}, {75, -85, 0}, {75, 85, 0}, {-75, 85, 0},
  };

  /** The points of a head in pixels of the frame. */
  @SuppressWarnings("ArrayRecordComponent") // Drawn once, never compared.
  record Drawn(Point centre, Point xTip, Point yTip, Point forwardTip, Point[] corners) {}

  private final Lens lens;
  private final Mat cameraMatrix = new Mat(3, 3, CvType.CV_64F);
  private final MatOfDouble distortion = new MatOfDouble();
  private final Mat nothing = Mat.zeros(3, 1, CvType.CV_64F);
  private final MatOfPoint3f points = new MatOfPoint3f();
  private final MatOfPoint2f pixels = new MatOfPoint2f();

  HeadOutline(CameraIntrinsics camera) {
    this.lens = camera.lens();
    cameraMatrix.put(0, 0, camera.fx(), 0, camera.cx(), 0, camera.fy(), camera.cy(), 0, 0, 1);
    distortion.fromList(camera.distortion());
  }

  Drawn of(HeadPose pose) {
    Point3[] inCamera = new Point3[HEAD_MM.length];
    for (int i = 0; i < inCamera.length; i++) {
      inCamera[i] = new Point3(pose.toCamera(HEAD_MM[i]));
    }
    points.fromArray(inCamera);
    if (lens == Lens.FISHEYE) {
      Calib3d.fisheye_projectPoints(points, pixels, nothing, nothing, cameraMatrix, distortion);
    } else {
      Calib3d.projectPoints(points, nothing, nothing, cameraMatrix, distortion, pixels);
    }
    Point[] drawn = pixels.toArray();
    return new Drawn(
        drawn[0],
        drawn[1],
        drawn[2],
        drawn[3],
        new Point[] {drawn[4], drawn[5], drawn[6], drawn[7]});
  }

  @Override
  public void close() {
    cameraMatrix.release();
    distortion.release();
    nothing.release();
    points.release();
    pixels.release();
  }
}
