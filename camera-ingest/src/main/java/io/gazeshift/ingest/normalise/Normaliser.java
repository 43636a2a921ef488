package io.gazeshift.ingest.normalise;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
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
 * distortion, of an ordinary lens or a fisheye, is undone by the same remap. Holds native buffers
 * and makes none for a face; not thread-safe, one for each camera.
 */
public final class Normaliser implements AutoCloseable {

  private static final Scalar BLACK = new Scalar(0, 0, 0);
  private static final int MAP_TYPE = CvType.CV_32FC1;

  /** Rows and columns of the patch whose origin in the frame is looked up. */
  private static final int PROBES = 16;

  private final VirtualCamera virtual;
  private final Lens lens;
  private final Size frameSize;
  private final Size size;
  private final Mat cameraMatrix;
  private final Mat distortion;
  private final Mat virtualMatrix;
  private final Mat scaledRotation = new Mat(3, 3, CvType.CV_64F);
  private final Mat mapX = new Mat();
  private final Mat mapY = new Mat();
  private final Mat patch = new Mat();
  private final float[] rowX;
  private final float[] rowY;

  public Normaliser(CameraIntrinsics camera, VirtualCamera virtual) {
    this.virtual = virtual;
    this.lens = camera.lens();
    this.frameSize = new Size(camera.width(), camera.height());
    this.rowX = new float[virtual.sizePx()];
    this.rowY = new float[virtual.sizePx()];
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
    map();
    Imgproc.remap(bgr, patch, mapX, mapY, Imgproc.INTER_LINEAR, Core.BORDER_CONSTANT, BLACK);
    return new NormalisedFace(patch, rotation, enlargement(), insideFrame());
  }

  /**
   * Where in the frame each pixel of the patch comes from: led back through the warp and the lens
   * in one step. Only (P R)^-1 is formed from the last two, so R may carry the scaling although it
   * is no rotation any more. Floats, because OpenCV's short integers wrap round far off the image.
   */
  private void map() {
    if (lens == Lens.FISHEYE) {
      Calib3d.fisheye_initUndistortRectifyMap(
          cameraMatrix, distortion, scaledRotation, virtualMatrix, size, MAP_TYPE, mapX, mapY);
    } else {
      Calib3d.initUndistortRectifyMap(
          cameraMatrix, distortion, scaledRotation, virtualMatrix, size, MAP_TYPE, mapX, mapY);
    }
  }

  /** Patch pixels for each frame pixel along a line, in the middle of the patch. */
  private double enlargement() {
    int low = virtual.sizePx() / 4;
    int high = virtual.sizePx() - 1 - low;
    int middle = (low + high) / 2;
    readRow(middle);
    double alongX = Math.hypot(rowX[high] - rowX[low], rowY[high] - rowY[low]);
    readRow(low);
    double topX = rowX[middle];
    double topY = rowY[middle];
    readRow(high);
    double alongY = Math.hypot(rowX[middle] - topX, rowY[middle] - topY);
    return (high - low) / Math.sqrt(alongX * alongY);
  }

  /** Which part of the patch the frame covers, 0 to 1. */
  private double insideFrame() {
    int probes = Math.min(PROBES, virtual.sizePx());
    int inside = 0;
    for (int i = 0; i < probes; i++) {
      readRow(probe(i, probes));
      for (int j = 0; j < probes; j++) {
        int column = probe(j, probes);
        if (rowX[column] >= 0
            && rowX[column] < frameSize.width
            && rowY[column] >= 0
            && rowY[column] < frameSize.height) {
          inside++;
        }
      }
    }
    return (double) inside / (probes * probes);
  }

  private int probe(int index, int probes) {
    return (2 * index + 1) * virtual.sizePx() / (2 * probes);
  }

  private void readRow(int row) {
    mapX.get(row, 0, rowX);
    mapY.get(row, 0, rowY);
  }

  /** The rotation from camera axes to those of the virtual camera that looks at this head. */
  public static Rotation cameraToVirtual(HeadPose pose) {
    if (!(pose.zMm() > 0)) {
      throw new IllegalArgumentException(
          "a face at a depth of %s mm is not in front of the camera".formatted(pose.zMm()));
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
