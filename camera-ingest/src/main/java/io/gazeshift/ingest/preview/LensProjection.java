package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import java.util.Arrays;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.MatOfPoint3f;
import org.opencv.core.Point;
import org.opencv.core.Point3;

/** Where points in front of a camera appear in its frames. Holds native buffers; for one thread. */
final class LensProjection implements AutoCloseable {

  private final Lens lens;
  private final Mat cameraMatrix = new Mat(3, 3, CvType.CV_64F);
  private final MatOfDouble distortion = new MatOfDouble();
  private final Mat nothing = Mat.zeros(3, 1, CvType.CV_64F);
  private final MatOfPoint3f points = new MatOfPoint3f();
  private final MatOfPoint2f pixels = new MatOfPoint2f();

  LensProjection(CameraIntrinsics camera) {
    this.lens = camera.lens();
    cameraMatrix.put(0, 0, camera.fx(), 0, camera.cx(), 0, camera.fy(), camera.cy(), 0, 0, 1);
    distortion.fromList(camera.distortion());
  }

  /** The pixels of points in camera axes, which must lie before the camera. */
  Point[] pixels(double[]... cameraMm) {
    points.fromArray(Arrays.stream(cameraMm).map(Point3::new).toArray(Point3[]::new));
    if (lens == Lens.FISHEYE) {
      Calib3d.fisheye_projectPoints(points, pixels, nothing, nothing, cameraMatrix, distortion);
    } else {
      Calib3d.projectPoints(points, nothing, nothing, cameraMatrix, distortion, pixels);
    }
    return pixels.toArray();
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
