package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.opencv.OpenCv;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Rect;
import org.opencv.core.Scalar;

class BlazeFaceDetectorTest {

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @Test
  void aCellsNumbersAreCountedFromItsMiddleInTheLetterbox() {
    float[] boxes = new float[BlazeFaceDetector.CELLS * BlazeFaceDetector.NUMBERS];
    float[] logits = new float[BlazeFaceDetector.CELLS];
    Arrays.fill(logits, -5);
    int cell = 24 * BlazeFaceDetector.GRID + 12; // its middle is (50, 98) of 192
    logits[cell] = 5;
    float[] numbers = {1, -2, 20, 30, -4, -5, 6, -5};
    System.arraycopy(numbers, 0, boxes, cell * BlazeFaceDetector.NUMBERS, numbers.length);

    // 1920 x 1080: each pixel of the square is ten of the picture, 42 rows above it are black.
    try (Letterbox letterbox = new Letterbox(1920, 1080, BlazeFaceDetector.SIDE)) {
      List<Detection> found = BlazeFaceDetector.decode(boxes, logits, 0.6, letterbox);
      assertThat(found).hasSize(1);
      Detection face = found.get(0);
      assertThat(face.score()).isCloseTo(0.9933, within(1e-4));
      assertThat(face.box().x()).isCloseTo(10 * (51 - 10) - 0.5, within(1e-6));
      assertThat(face.box().y()).isCloseTo(10 * (96 - 42 - 15) - 0.5, within(1e-6));
      assertThat(face.box().width()).isCloseTo(200, within(1e-6));
      assertThat(face.box().height()).isCloseTo(300, within(1e-6));
      assertThat(face.rightEyeX()).isCloseTo(10 * 46 - 0.5, within(1e-6));
      assertThat(face.rightEyeY()).isCloseTo(10 * (93 - 42) - 0.5, within(1e-6));
      assertThat(face.leftEyeX()).isCloseTo(10 * 56 - 0.5, within(1e-6));
    }
  }

  @Test
  void theLetterboxLeadsBackToWhatItShows() {
    Mat picture = new Mat(480, 640, CvType.CV_8UC3, Scalar.all(0));
    Mat spot = picture.submat(new Rect(320, 120, 20, 20));
    spot.setTo(Scalar.all(255));
    try (Letterbox letterbox = new Letterbox(640, 480, 192)) {
      Mat square = letterbox.fit(picture);
      double sumX = 0;
      double sumY = 0;
      double sum = 0;
      for (int y = 0; y < 192; y++) {
        for (int x = 0; x < 192; x++) {
          double value = square.get(y, x)[0];
          sum += value;
          sumX += value * (x + 0.5);
          sumY += value * (y + 0.5);
        }
      }
      assertThat(letterbox.pictureX(sumX / sum)).isCloseTo(329.5, within(0.1));
      assertThat(letterbox.pictureY(sumY / sum)).isCloseTo(129.5, within(0.1));
    } finally {
      spot.release();
      picture.release();
    }
  }
}
