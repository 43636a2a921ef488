package io.gazeshift.daemon.photos;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.random.RandomGenerator;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Scalar;
import org.opencv.imgproc.Imgproc;

/**
 * A small change of a picture that hardly changes what it shows: turned and scaled about its
 * middle, shifted, and with other noise. The frames of a film of a person who sits still differ
 * like that.
 *
 * @param turnRad clockwise as the picture is seen
 */
record PictureMove(double turnRad, double scale, double xPx, double yPx, int noiseSeed) {

  private static final double TURN_DEG = 2;
  private static final double SCALE = 0.04;
  private static final double SHIFT_PX = 3;
  private static final double NOISE_LEVELS = 2;

  static PictureMove random(RandomGenerator random) {
    return new PictureMove(
        Math.toRadians(random.nextDouble(-TURN_DEG, TURN_DEG)),
        1 + random.nextDouble(-SCALE, SCALE),
        random.nextDouble(-SHIFT_PX, SHIFT_PX),
        random.nextDouble(-SHIFT_PX, SHIFT_PX),
        random.nextInt());
  }

  /** Changes a picture of blue, green and red. */
  void apply(Mat bgr) {
    Mat still = bgr.clone();
    Mat matrix = new Mat(2, 3, CvType.CV_64F);
    Mat noise = new Mat(bgr.size(), CvType.CV_16SC3);
    try {
      matrix.put(0, 0, rows(bgr.cols() / 2.0, bgr.rows() / 2.0));
      Imgproc.warpAffine(
          still,
          bgr,
          matrix,
          bgr.size(),
          Imgproc.INTER_LINEAR,
          Core.BORDER_REPLICATE,
          new Scalar(0));
      Core.setRNGSeed(noiseSeed);
      Core.randn(noise, 0, NOISE_LEVELS);
      Core.add(bgr, noise, bgr, new Mat(), bgr.type());
    } finally {
      still.release();
      matrix.release();
      noise.release();
    }
  }

  private double[] rows(double middleX, double middleY) {
    double cos = scale * Math.cos(turnRad);
    double sin = scale * Math.sin(turnRad);
    return new double[] {
      cos, -sin, middleX - cos * middleX + sin * middleY + xPx,
      sin, cos, middleY - sin * middleX - cos * middleY + yPx
    };
  }

  /**
   * The gaze of the picture as it was, in camera axes. A shift is a turn of the camera too, but by
   * a few hundredths of a degree.
   */
  Gaze undone(Gaze seen) {
    return seen.rotatedBy(Rotation.about(0, 0, 1, -turnRad));
  }
}
