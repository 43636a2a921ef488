package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.HashMap;
import java.util.Map;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfPoint;
import org.opencv.core.Scalar;
import org.opencv.imgproc.Imgproc;

/**
 * Draws polygons of camera space into a frame, through the lens with its distortion. Polygons are
 * flat arrays x y x y ... in pixels. Holds native buffers; not thread-safe.
 */
final class Canvas implements AutoCloseable {

  /** Corners are handed over in 1/16 pixel: a gaze of one degree moves a pupil by a third. */
  private static final int SUBPIXEL_BITS = 4;

  private static final double SUBPIXELS = 1 << SUBPIXEL_BITS;

  private final CameraIntrinsics lens;
  private final double[] distortion = new double[5];
  private final Map<Integer, MatOfPoint> corners = new HashMap<>();
  private Mat target;

  Canvas(CameraIntrinsics lens) {
    if (lens.distortion().size() > distortion.length) {
      throw new IllegalArgumentException(
          "a synthetic lens has at most 5 coefficients, got " + lens.distortion().size());
    }
    this.lens = lens;
    for (int i = 0; i < lens.distortion().size(); i++) {
      distortion[i] = lens.distortion().get(i);
    }
  }

  /** Draws on this image from now on. */
  void on(Mat image) {
    target = image;
  }

  /** Where points of camera space (x y z each) fall in the image. */
  double[] project(double[]... pointsMm) {
    double[] polygon = new double[2 * pointsMm.length];
    for (int i = 0; i < pointsMm.length; i++) {
      double x = pointsMm[i][0] / pointsMm[i][2];
      double y = pointsMm[i][1] / pointsMm[i][2];
      double r2 = x * x + y * y;
      double radial = 1 + r2 * (distortion[0] + r2 * (distortion[1] + r2 * distortion[4]));
      double dx = 2 * distortion[2] * x * y + distortion[3] * (r2 + 2 * x * x);
      double dy = distortion[2] * (r2 + 2 * y * y) + 2 * distortion[3] * x * y;
      polygon[2 * i] = lens.fx() * (x * radial + dx) + lens.cx();
      polygon[2 * i + 1] = lens.fy() * (y * radial + dy) + lens.cy();
    }
    return polygon;
  }

  /** As {@link #project}, for points of a head. */
  double[] project(HeadPose pose, double[]... headMm) {
    double[][] camera = new double[headMm.length][];
    for (int i = 0; i < headMm.length; i++) {
      camera[i] = pose.toCamera(headMm[i]);
    }
    return project(camera);
  }

  /** Fills a convex polygon with smooth edges; fewer than three corners are nothing. */
  void fill(double[] polygon, double[] colour) {
    fill(polygon, colour, Imgproc.LINE_AA);
  }

  /** Fills a convex polygon with hard edges, so that neighbours meet without a seam. */
  void tile(double[] polygon, double[] colour) {
    fill(polygon, colour, Imgproc.LINE_8);
  }

  /** Fills the ribbon between two curves of equally many points. */
  void ribbon(double[] upper, double[] lower, double[] colour) {
    for (int i = 0; i + 3 < upper.length; i += 2) {
      double[] quad = {
        upper[i], upper[i + 1], upper[i + 2], upper[i + 3],
        lower[i + 2], lower[i + 3], lower[i], lower[i + 1]
      };
      fill(quad, colour);
    }
  }

  private void fill(double[] polygon, double[] colour, int lineType) {
    if (polygon.length < 6) {
      return;
    }
    int[] fixedPoint = new int[polygon.length];
    for (int i = 0; i < polygon.length; i++) {
      fixedPoint[i] = (int) Math.round(polygon[i] * SUBPIXELS);
    }
    MatOfPoint points = corners.computeIfAbsent(polygon.length / 2, Canvas::cornerBuffer);
    points.put(0, 0, fixedPoint);
    Imgproc.fillConvexPoly(target, points, new Scalar(colour), lineType, SUBPIXEL_BITS);
  }

  private static MatOfPoint cornerBuffer(int count) {
    MatOfPoint points = new MatOfPoint();
    points.create(count, 1, CvType.CV_32SC2);
    return points;
  }

  @Override
  public void close() {
    corners.values().forEach(Mat::release);
    corners.clear();
  }
}
