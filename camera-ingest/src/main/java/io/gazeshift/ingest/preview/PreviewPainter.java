package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.publish.JpegEncoder;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfPoint;
import org.opencv.core.Point;
import org.opencv.core.Rect;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/**
 * Draws the pictures of one opened camera, on the camera's thread: the frame made small, an outline
 * and axes on each head, the patches beside it. A few times a second, and only while a viewer is
 * connected; all other frames cost one counter read.
 */
final class PreviewPainter implements FrameView {

  private static final int MAX_WIDTH_PX = 640;
  private static final int PATCH_PX = 160;
  private static final int JPEG_QUALITY = 75;
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final Scalar GREY = new Scalar(48, 48, 48);
  private static final Scalar WHITE = new Scalar(255, 255, 255);
  private static final Scalar RED = new Scalar(60, 60, 230);
  private static final Scalar GREEN = new Scalar(80, 200, 80);
  private static final Scalar BLUE = new Scalar(230, 120, 40);

  private final LatestPicture picture;
  private final CaptureClock clock;
  private final double scale;
  private final HeadOutline outline;
  private final JpegEncoder encoder = new JpegEncoder(JPEG_QUALITY);
  private final Mat canvas;
  // Parts of the canvas.
  private final Mat small;
  private final Mat strip;
  private boolean drawing;
  private boolean drawnBefore;
  private long drawnNanos;
  private int faces;

  PreviewPainter(CameraIntrinsics camera, LatestPicture picture, CaptureClock clock) {
    this.picture = picture;
    this.clock = clock;
    this.scale = Math.min(1, (double) MAX_WIDTH_PX / camera.width());
    int width = (int) Math.round(scale * camera.width());
    int height = (int) Math.round(scale * camera.height());
    this.canvas = new Mat(Math.max(height, PATCH_PX), width + PATCH_PX, CvType.CV_8UC3, GREY);
    this.small = canvas.submat(new Rect(0, 0, width, height));
    this.strip = canvas.submat(new Rect(width, 0, PATCH_PX, canvas.rows()));
    this.outline = new HeadOutline(camera);
  }

  @Override
  public void begin(Mat bgr) {
    long now = clock.nanoTime();
    drawing = (!drawnBefore || now - drawnNanos >= PERIOD_NANOS) && picture.isWatched();
    if (drawing) {
      drawnBefore = true;
      drawnNanos = now;
      faces = 0;
      Imgproc.resize(bgr, small, small.size(), 0, 0, Imgproc.INTER_AREA);
      strip.setTo(GREY);
    }
  }

  @Override
  public void face(LocatedFace face, Mat patch) {
    if (drawing) {
      drawHead(face);
      drawPatch(face, patch);
      faces++;
    }
  }

  private void drawHead(LocatedFace face) {
    HeadOutline.Drawn head = outline.of(face.pose());
    Point centre = scaled(head.centre());
    Imgproc.arrowedLine(small, centre, scaled(head.xTip()), RED, 1, Imgproc.LINE_AA, 0, 0.15);
    Imgproc.arrowedLine(small, centre, scaled(head.yTip()), GREEN, 1, Imgproc.LINE_AA, 0, 0.15);
    Imgproc.arrowedLine(
        small, centre, scaled(head.forwardTip()), BLUE, 2, Imgproc.LINE_AA, 0, 0.15);
    Point[] corners = new Point[head.corners().length];
    for (int i = 0; i < corners.length; i++) {
      corners[i] = scaled(head.corners()[i]);
    }
    MatOfPoint polygon = new MatOfPoint(corners);
    Imgproc.polylines(small, List.of(polygon), true, WHITE, 1, Imgproc.LINE_AA);
    polygon.release();
    label(small, face, corners[0].x, corners[0].y - 5);
  }

  private void drawPatch(LocatedFace face, Mat patch) {
    int top = faces * PATCH_PX;
    if (top + PATCH_PX > strip.rows()) {
      return;
    }
    Mat place = strip.submat(new Rect(0, top, PATCH_PX, PATCH_PX));
    Imgproc.resize(patch, place, new Size(PATCH_PX, PATCH_PX), 0, 0, Imgproc.INTER_AREA);
    label(place, face, 5, PATCH_PX - 6);
    place.release();
  }

  private static void label(Mat on, LocatedFace face, double x, double y) {
    Imgproc.putText(
        on,
        Integer.toString(face.faceIndex()),
        new Point(x, y),
        Imgproc.FONT_HERSHEY_SIMPLEX,
        0.45,
        WHITE,
        1,
        Imgproc.LINE_AA);
  }

  private Point scaled(Point inFrame) {
    return new Point(inFrame.x * scale, inFrame.y * scale);
  }

  @Override
  public void end() {
    if (drawing) {
      picture.show(encoder.encode(canvas));
      drawing = false;
    }
  }

  @Override
  public void close() {
    try (outline;
        encoder) {
      small.release();
      strip.release();
      canvas.release();
    }
  }
}
