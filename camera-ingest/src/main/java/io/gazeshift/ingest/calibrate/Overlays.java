package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.calibrate.LensCalibration.FittedView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.opencv.core.Mat;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.imgcodecs.Imgcodecs;
import org.opencv.imgproc.Imgproc;

/**
 * Draws over every view where corners were seen (green circles) and where the lens expects them
 * (red crosses); the way between the two is drawn ten times as long. Good ones lie in each other.
 */
public final class Overlays {

  private static final Scalar SEEN = new Scalar(80, 220, 0);
  private static final Scalar EXPECTED = new Scalar(40, 40, 255);
  private static final Scalar WAY = new Scalar(255, 160, 0);
  private static final Scalar BLACK = new Scalar(0, 0, 0);
  private static final double WAY_SCALE = 10;

  /** Drawing coordinates in sixteenths of a pixel. */
  private static final int SHIFT = 4;

  private Overlays() {}

  /** One PNG for each view, used or dropped, into the directory, which is made if need be. */
  public static void write(LensCalibration calibration, Pictures pictures, Path directory)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Map<String, FittedView> byPicture = new HashMap<>();
    calibration.dropped().forEach(view -> byPicture.put(view.view().picture(), view));
    calibration.views().forEach(view -> byPicture.put(view.view().picture(), view));
    pictures.forEach(
        (name, bgr, done) -> {
          FittedView view = byPicture.get(name);
          if (view != null) {
            write(view, !calibration.views().contains(view), bgr, directory);
          }
        });
  }

  private static void write(FittedView view, boolean dropped, Mat bgr, Path directory) {
    Path file = directory.resolve(view.view().picture().replaceFirst("\\.[A-Za-z]+$", "") + ".png");
    Mat drawn = bgr.clone();
    try {
      draw(view, dropped, drawn);
      if (!Imgcodecs.imwrite(file.toString(), drawn)) {
        throw new UserError(
            "--overlays: cannot write to %s; check its permissions".formatted(file));
      }
    } finally {
      drawn.release();
    }
  }

  private static void draw(FittedView view, boolean dropped, Mat bgr) {
    int radius = Math.max(4, bgr.width() / 160);
    float[] seen = view.view().corners().imagePx();
    float[] expected = view.expectedPx();
    for (int i = 0; i < seen.length; i += 2) {
      Point at = fine(seen[i], seen[i + 1]);
      double x = expected[i];
      double y = expected[i + 1];
      Imgproc.circle(bgr, at, radius << SHIFT, SEEN, 1, Imgproc.LINE_AA, SHIFT);
      Imgproc.line(
          bgr,
          at,
          fine(seen[i] + WAY_SCALE * (x - seen[i]), seen[i + 1] + WAY_SCALE * (y - seen[i + 1])),
          WAY,
          1,
          Imgproc.LINE_AA,
          SHIFT);
      for (int sign : new int[] {-1, 1}) {
        double arm = radius * 0.7;
        Imgproc.line(
            bgr,
            fine(x - arm, y - sign * arm),
            fine(x + arm, y + sign * arm),
            EXPECTED,
            1,
            Imgproc.LINE_AA,
            SHIFT);
      }
    }
    String words =
        "%s%.2f px, %.0f degrees"
            .formatted(dropped ? "dropped: " : "", view.errorPx(), view.tiltDeg());
    double size = bgr.width() / 1000.0;
    Point place = new Point(10 * size, 30 * size);
    int face = Imgproc.FONT_HERSHEY_SIMPLEX;
    Imgproc.putText(bgr, words, place, face, size, BLACK, 4, Imgproc.LINE_AA);
    Imgproc.putText(bgr, words, place, face, size, dropped ? EXPECTED : SEEN, 1, Imgproc.LINE_AA);
  }

  private static Point fine(double x, double y) {
    return new Point(Math.rint(x * (1 << SHIFT)), Math.rint(y * (1 << SHIFT)));
  }
}
