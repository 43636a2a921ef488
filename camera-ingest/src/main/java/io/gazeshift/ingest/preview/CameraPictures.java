package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.protocol.Gaze;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.opencv.core.Point;

/**
 * The newest picture of each camera of this process that may be shown, for occasional readers, with
 * the position of the gaze in it. No picture is made until one is requested. Thread-safe.
 */
public final class CameraPictures implements FrameViews {

  /** A line in a picture, in parts of its width and height, from its upper left corner. */
  public record Arrow(double fromX, double fromY, double toX, double toY) {

    /** Whether a page can draw it. */
    boolean isFinite() {
      return Double.isFinite(fromX + fromY + toX + toY);
    }
  }

  private record Shown(LatestPicture picture, CameraIntrinsics intrinsics) {}

  private final Predicate<String> mayBeShown;
  private final CaptureClock clock;
  private final Map<String, Shown> byCamera = new ConcurrentHashMap<>();

  /**
   * @param mayBeShown asked with a camera's name when it is opened
   */
  public CameraPictures(Predicate<String> mayBeShown, CaptureClock clock) {
    this.mayBeShown = mayBeShown;
    this.clock = clock;
  }

  @Override
  public FrameView open(String camera, CameraIntrinsics intrinsics) {
    if (!mayBeShown.test(camera)) {
      return FrameView.NONE;
    }
    // Opened again it may have another lens; pending requests keep waiting.
    Shown shown =
        byCamera.compute(
            camera,
            (name, before) ->
                new Shown(before == null ? new LatestPicture(clock) : before.picture, intrinsics));
    return new PlainView(intrinsics, shown.picture, clock);
  }

  /** Whether a camera runs here and may be shown. */
  public boolean shows(String camera) {
    return byCamera.containsKey(camera);
  }

  /** What a camera sees, as JPEG; nothing where it is not shown or gives no picture in time. */
  public Optional<byte[]> newest(String camera, Duration timeout) throws InterruptedException {
    Shown shown = byCamera.get(camera);
    return shown == null ? Optional.empty() : shown.picture.glance(timeout);
  }

  /**
   * How gaze looks in a camera's picture, through its lens.
   *
   * @param originMm where it starts, in camera axes
   * @param gaze in camera axes
   */
  public Optional<Arrow> arrow(String camera, double[] originMm, Gaze gaze) {
    Shown shown = byCamera.get(camera);
    if (shown == null || originMm.length != 3 || !(originMm[2] > 0)) {
      return Optional.empty();
    }
    CameraIntrinsics size = shown.intrinsics;
    try (GazeArrow arrow = new GazeArrow(size)) {
      Point[] ends = arrow.ends(originMm, gaze);
      return Optional.of(
              new Arrow(
                  ends[0].x / size.width(),
                  ends[0].y / size.height(),
                  ends[1].x / size.width(),
                  ends[1].y / size.height()))
          .filter(Arrow::isFinite);
    }
  }
}
