package io.gazeshift.ingest.synthetic;

import java.util.random.RandomGenerator;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/** What stands behind people. */
public enum Backdrop {
  /** A wall with a few things on it. */
  ROOM {
    @Override
    void paint(Mat wall, Look look, RandomGenerator random) {
      Colour paint = colour(random, 0.15, 0.45);
      wall.setTo(scalar(paint, look));
      for (int thing = 0; thing < 7; thing++) {
        double x = random.nextDouble(wall.cols());
        double y = random.nextDouble(wall.rows());
        double w = random.nextDouble(0.05, 0.2) * wall.cols();
        double h = random.nextDouble(0.06, 0.35) * wall.rows();
        Colour its = paint.mixed(colour(random, 0.03, 0.6), 0.7);
        Imgproc.rectangle(
            wall, new Point(x, y), new Point(x + w, y + h), scalar(its, look), Imgproc.FILLED);
      }
    }
  },

  /** The seats and windows of a vehicle; bright outside on the image's right. */
  CABIN {
    @Override
    void paint(Mat wall, Look look, RandomGenerator random) {
      int w = wall.cols();
      int h = wall.rows();
      wall.setTo(scalar(Colour.grey(0.008), look));
      rectangle(wall, 0.68, 0.0, 1.0, 0.42, scalar(Colour.grey(0.5), look));
      rectangle(wall, 0.0, 0.08, 0.2, 0.36, scalar(Colour.grey(0.12), look));
      rectangle(wall, 0.6, 0.0, 0.68, 1.0, scalar(Colour.grey(0.004), look));
      Scalar seat = scalar(Colour.grey(random.nextDouble(0.01, 0.03)), look);
      rectangle(wall, 0.36, 0.12, 0.68, 0.52, seat);
      Imgproc.ellipse(
          wall,
          new Point(0.52 * w, 0.98 * h),
          new Size(0.3 * w, 0.55 * h),
          0,
          0,
          360,
          seat,
          Imgproc.FILLED);
    }
  };

  private static final double BLUR = 0.014;

  abstract void paint(Mat wall, Look look, RandomGenerator random);

  /** The levels of an empty frame, out of focus. */
  byte[] levels(int width, int height, Look look, RandomGenerator random) {
    Mat wall = new Mat(height, width, CvType.CV_8UC3);
    try {
      paint(wall, look, random);
      Imgproc.GaussianBlur(wall, wall, new Size(0, 0), BLUR * width);
      byte[] pixels = new byte[3 * width * height];
      wall.get(0, 0, pixels);
      return pixels;
    } finally {
      wall.release();
    }
  }

  private static void rectangle(
      Mat wall, double left, double top, double right, double bottom, Scalar paint) {
    Imgproc.rectangle(
        wall,
        new Point(left * wall.cols(), top * wall.rows()),
        new Point(right * wall.cols(), bottom * wall.rows()),
        paint,
        Imgproc.FILLED);
  }

  private static Colour colour(RandomGenerator random, double low, double high) {
    return new Colour(
        random.nextDouble(low, high), random.nextDouble(low, high), random.nextDouble(low, high));
  }

  private static Scalar scalar(Colour paint, Look look) {
    Colour seen = look.seen(paint);
    return new Scalar(
        Picture.level(seen.blue()) & 255,
        Picture.level(seen.green()) & 255,
        Picture.level(seen.red()) & 255);
  }
}
