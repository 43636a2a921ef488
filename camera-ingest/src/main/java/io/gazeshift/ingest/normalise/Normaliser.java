package io.gazeshift.ingest.normalise;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Rotation;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/**
 * Data normalisation after Zhang, Sugano and Bulling (2018): the virtual camera looks straight at
 * the face centre from a fixed distance, turned so that the head's x axis lies level. Lens
 * distortion is undone by the same remap. Holds native buffers; not thread-safe, one for each
 * camera.
 */
public final class Normaliser implements AutoCloseable {

  private static final Scalar BLACK = new Scalar(0, 0, 0);

  private final VirtualCamera virtual;
  private final Size size;
  private final Mat cameraMatrix;
  private final Mat distortion;
  private final Mat virtualMatrix;
  private final Mat scaledRotation = new Mat(3, 3, CvType.CV_64F);
  private final Mat mapX = new Mat();
  private final Mat mapY = new Mat();
  private final Mat patch = new Mat();

  public Normaliser(CameraIntrinsics camera, VirtualCamera virtual) {
    this.virtual = virtual;
    this.size = new Size(virtual.sizePx(), virtual.sizePx());
    this.cameraMatrix = pinhole(camera.fx(), camera.fy(), camera.cx(), camera.cy());
    this.virtualMatrix =
        pinhole(
            virtual.focalPx(), virtual.focalPx(), virtual.sizePx() / 2.0, virtual.sizePx() / 2.0);
    this.distortion = row(camera.distortion().stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Warps one face of the frame; the answer's patch is valid until the next call. */
  public NormalisedFace normalise(Mat bgr, HeadPose pose) {
    Rotation rotation = cameraToVirtual(pose);
    scaledRotation.put(0, 0, scaled(rotation, virtual.distanceMm() / pose.distanceMm()));
    // Only (P R)^-1 is formed from these two, so R may carry the scaling although it is no rotation
    // any more: each pixel of the patch is led back through the warp and the lens in one step.
    Calib3d.initUndistortRectifyMap(
        cameraMatrix, distortion, scaledRotation, virtualMatrix, size, CvType.CV_16SC2, mapX, mapY);
    Imgproc.remap(bgr, patch, mapX, mapY, Imgproc.INTER_LINEAR, Core.BORDER_CONSTANT, BLACK);
    return new NormalisedFace(patch, rotation);
  }

  /** The rotation from camera axes to those of the virtual camera that looks at this head. */
  public static Rotation cameraToVirtual(HeadPose pose) {
    if (!(pose.zMm() > 0)) {
      throw new IllegalArgumentException(
          "a face %s mm in front of the camera cannot be seen".formatted(pose.zMm()));
    }
    double[] forward = unit(pose.faceCentreMm());
    double[] headX = pose.headToCamera().apply(new double[] {1, 0, 0});
    double[] down = unit(cross(forward, headX));
    double[] right = cross(down, forward);
    return Rotation.ofRows(
        right[0],
        right[1],
        right[2],
        down[0],
        down[1],
        down[2],
        forward[0],
        forward[1],
        forward[2]);
  }

  /** diag(1, 1, s) R. */
  private static double[] scaled(Rotation rotation, double s) {
    double[] rows = rotation.rows();
    for (int i = 6; i < 9; i++) {
      rows[i] *= s;
    }
    return rows;
  }

  private static Mat pinhole(double fx, double fy, double cx, double cy) {
    Mat matrix = new Mat(3, 3, CvType.CV_64F);
    matrix.put(0, 0, fx, 0, cx, 0, fy, cy, 0, 0, 1);
    return matrix;
  }

  private static Mat row(double... values) {
    Mat row = new Mat();
    if (values.length > 0) {
      row.create(1, values.length, CvType.CV_64F);
      row.put(0, 0, values);
    }
    return row;
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double[] unit(double[] v) {
    double length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return new double[] {v[0] / length, v[1] / length, v[2] / length};
  }

  @Override
  public void close() {
    cameraMatrix.release();
    distortion.release();
    virtualMatrix.release();
    scaledRotation.release();
    mapX.release();
    mapY.release();
    patch.release();
  }
}
