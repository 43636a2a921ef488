package io.gazeshift.daemon.photos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.protocol.Gaze;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

class PictureMoveTest {

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  /** A spot stands for the point that a gaze from the camera's axis meets. */
  @Test
  void aTurnedPictureShowsAGazeThatIsTurnedBack() {
    PictureMove move = new PictureMove(Math.PI / 2, 1, 0, 0, 1);
    Point spot = spotAfter(move, 50, 0);
    assertThat(spot.x).isCloseTo(0, within(1.0));
    assertThat(spot.y).isCloseTo(50, within(1.0));
    Gaze before = Gaze.along(0.5, 0, -1);
    Gaze seen = Gaze.along(0, 0.5, -1);
    assertThat(move.undone(seen).angleToRad(before)).isCloseTo(0, within(1e-9));
  }

  @Test
  void thePictureIsScaledAboutItsMiddleAndShifted() {
    Point spot = spotAfter(new PictureMove(0, 1.5, 3, -2, 1), 40, -20);
    assertThat(spot.x).isCloseTo(63, within(1.0));
    assertThat(spot.y).isCloseTo(-32, within(1.0));
  }

  @Test
  void movesAreSmallAndDiffer() {
    SplittableRandom random = new SplittableRandom(4);
    PictureMove last = PictureMove.random(random);
    for (int i = 0; i < 100; i++) {
      PictureMove move = PictureMove.random(random);
      assertThat(move).isNotEqualTo(last);
      assertThat(Math.toDegrees(move.turnRad())).isBetween(-2.0, 2.0);
      assertThat(move.scale()).isBetween(0.96, 1.04);
      assertThat(Math.hypot(move.xPx(), move.yPx())).isLessThan(5);
      last = move;
    }
  }

  @Test
  void theNoiseIsThatOfItsSeed() {
    Mat one = grey();
    Mat same = grey();
    Mat other = grey();
    new PictureMove(0, 1, 0, 0, 5).apply(one);
    new PictureMove(0, 1, 0, 0, 5).apply(same);
    new PictureMove(0, 1, 0, 0, 6).apply(other);
    assertThat(Core.norm(one, same)).isZero();
    // Two noises of 2 levels each.
    double levels = Core.norm(one, other) / Math.sqrt(one.total() * 3.0);
    assertThat(levels).isCloseTo(2 * Math.sqrt(2), within(0.2));
  }

  private static Mat grey() {
    return new Mat(200, 300, CvType.CV_8UC3, Scalar.all(128));
  }

  /** Where a spot goes; both from the middle of the picture. */
  private static Point spotAfter(PictureMove move, double x, double y) {
    Mat picture = new Mat(200, 300, CvType.CV_8UC3, Scalar.all(0));
    Imgproc.circle(picture, new Point(150 + x, 100 + y), 3, Scalar.all(255), -1);
    move.apply(picture);
    Mat grey = new Mat();
    Imgproc.cvtColor(picture, grey, Imgproc.COLOR_BGR2GRAY);
    Point found = Core.minMaxLoc(blurred(grey)).maxLoc;
    return new Point(found.x - 150, found.y - 100);
  }

  private static Mat blurred(Mat grey) {
    Mat blurred = new Mat();
    Imgproc.GaussianBlur(grey, blurred, new Size(9, 9), 0);
    return blurred;
  }
}
