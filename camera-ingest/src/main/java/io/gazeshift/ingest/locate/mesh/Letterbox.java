package io.gazeshift.ingest.locate.mesh;

import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Rect;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/**
 * Fits pictures of one size into the middle of a black square and leads points of the square back
 * to the picture. Not thread-safe.
 */
final class Letterbox implements AutoCloseable {

  private final int width;
  private final int height;
  private final Mat square;
  private final Mat inside;
  private final int left;
  private final int top;
  private final double scaleX;
  private final double scaleY;

  Letterbox(int width, int height, int side) {
    this.width = width;
    this.height = height;
    double scale = (double) side / Math.max(width, height);
    int w = Math.max(1, (int) Math.round(width * scale));
    int h = Math.max(1, (int) Math.round(height * scale));
    this.left = (side - w) / 2;
    this.top = (side - h) / 2;
    this.scaleX = (double) width / w;
    this.scaleY = (double) height / h;
    this.square = new Mat(side, side, CvType.CV_8UC3, Scalar.all(0));
    this.inside = square.submat(new Rect(left, top, w, h));
  }

  boolean isFor(Mat picture) {
    return picture.cols() == width && picture.rows() == height;
  }

  /** The square with this picture in it; valid until the next call. */
  Mat fit(Mat picture) {
    int interpolation = scaleX > 1 ? Imgproc.INTER_AREA : Imgproc.INTER_LINEAR;
    Imgproc.resize(picture, inside, new Size(inside.cols(), inside.rows()), 0, 0, interpolation);
    return square;
  }

  /** From the square, whose left edge is 0, to the picture, whose first pixel's centre is 0. */
  double pictureX(double squareX) {
    return (squareX - left) * scaleX - 0.5;
  }

  double pictureY(double squareY) {
    return (squareY - top) * scaleY - 0.5;
  }

  double pictureWidth(double squareWidth) {
    return squareWidth * scaleX;
  }

  double pictureHeight(double squareHeight) {
    return squareHeight * scaleY;
  }

  @Override
  public void close() {
    inside.release();
    square.release();
  }
}
