package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.publish.JpegEncoder;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import java.util.concurrent.TimeUnit;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.imgproc.Imgproc;

/**
 * The frames of one opened camera made small, with nothing drawn on them. A few times a second, and
 * only while a viewer is connected; all other frames cost one counter read.
 */
final class PlainView implements FrameView {

  private static final int MAX_WIDTH_PX = 640;
  private static final int JPEG_QUALITY = 80;
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  private final LatestPicture picture;
  private final CaptureClock clock;
  private final JpegEncoder encoder = new JpegEncoder(JPEG_QUALITY);
  private final Mat small;
  private boolean shownBefore;
  private long shownNanos;

  PlainView(CameraIntrinsics camera, LatestPicture picture, CaptureClock clock) {
    this.picture = picture;
    this.clock = clock;
    double scale = Math.min(1, (double) MAX_WIDTH_PX / camera.width());
    this.small =
        new Mat(
            (int) Math.round(scale * camera.height()),
            (int) Math.round(scale * camera.width()),
            CvType.CV_8UC3);
  }

  @Override
  public void begin(Mat bgr) {
    long now = clock.nanoTime();
    if ((!shownBefore || now - shownNanos >= PERIOD_NANOS) && picture.isWatched()) {
      shownBefore = true;
      shownNanos = now;
      Imgproc.resize(bgr, small, small.size(), 0, 0, Imgproc.INTER_AREA);
      picture.show(encoder.encode(small));
    }
  }

  @Override
  public void face(LocatedFace face, Mat patch) {}

  @Override
  public void end() {}

  @Override
  public void close() {
    try (encoder) {
      small.release();
    }
  }
}
