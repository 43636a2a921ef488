package io.gazeshift.ingest.source;

import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Rect;
import org.opencv.core.Scalar;

/** Pictures that say which one they are, however they were compressed or turned to colour. */
public final class Pictures {

  /** Blue, green, red of everything that is no mark. */
  public static final Scalar BACKGROUND = new Scalar(60, 120, 180);

  private static final int BITS = 10;

  private Pictures() {}

  /** Writes a number as black and white marks along the upper edge. */
  public static void paint(Mat bgr, int number) {
    bgr.setTo(BACKGROUND);
    for (int bit = 0; bit < BITS; bit++) {
      try (Marked mark = new Marked(bgr, bit)) {
        mark.pixels().setTo(Scalar.all((number >> bit & 1) == 0 ? 0 : 255));
      }
    }
  }

  public static Mat of(int width, int height, int number) {
    Mat bgr = new Mat(height, width, CvType.CV_8UC3);
    paint(bgr, number);
    return bgr;
  }

  /** The number painted into this picture. */
  public static int numberOf(Mat bgr) {
    int number = 0;
    for (int bit = 0; bit < BITS; bit++) {
      try (Marked mark = new Marked(bgr, bit)) {
        double[] middle = mark.pixels().get(mark.pixels().rows() / 2, mark.pixels().cols() / 2);
        number |= middle[0] > 128 ? 1 << bit : 0;
      }
    }
    return number;
  }

  /** The part of a picture that holds one bit. */
  private record Marked(Mat pixels) implements AutoCloseable {

    Marked(Mat bgr, int bit) {
      this(bgr.submat(new Rect(bit * bgr.cols() / BITS, 0, bgr.cols() / BITS - 1, bgr.rows() / 4)));
    }

    @Override
    public void close() {
      pixels.release();
    }
  }
}
