package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Gaze;
import java.util.List;
import org.opencv.core.Mat;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.imgproc.Imgproc;

/**
 * Draws gaze as an arrow from the face into the frame of the camera that saw it. Holds native
 * buffers; for one thread.
 */
public final class GazeArrow implements AutoCloseable {

  /** Long enough to be seen, short enough never to reach behind a camera. */
  private static final double LENGTH = 0.35;

  private static final Scalar EDGE = new Scalar(0, 0, 0);
  private static final Scalar FILL = new Scalar(60, 220, 255);

  private final LensProjection projection;

  public GazeArrow(CameraIntrinsics camera) {
    this.projection = new LensProjection(camera);
  }

  /**
   * Draws one arrow.
   *
   * @param originMm where the gaze starts, in camera axes
   * @param gaze in camera axes
   */
  public void draw(Mat bgr, List<Double> originMm, Gaze gaze) {
    double[] origin = originMm.stream().mapToDouble(Double::doubleValue).toArray();
    Point[] ends = ends(origin, gaze);
    int thickness = Math.max(2, bgr.width() / 300);
    Imgproc.circle(bgr, ends[0], 2 * thickness, EDGE, -1, Imgproc.LINE_AA, 0);
    line(bgr, ends, EDGE, 2 * thickness);
    line(bgr, ends, FILL, thickness);
  }

  /** Where an arrow begins and where it points, in pixels of the frame. */
  Point[] ends(double[] origin, Gaze gaze) {
    double length = LENGTH * Math.hypot(Math.hypot(origin[0], origin[1]), origin[2]);
    double[] along = gaze.vector();
    double[] tip = new double[3];
    for (int i = 0; i < tip.length; i++) {
      tip[i] = origin[i] + length * along[i];
    }
    return projection.pixels(origin, tip);
  }

  private static void line(Mat bgr, Point[] ends, Scalar colour, int thickness) {
    Imgproc.arrowedLine(bgr, ends[0], ends[1], colour, thickness, Imgproc.LINE_AA, 0, 0.2);
  }

  @Override
  public void close() {
    projection.close();
  }
}
