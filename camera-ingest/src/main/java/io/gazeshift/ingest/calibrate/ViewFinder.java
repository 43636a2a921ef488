package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.Rect;
import org.opencv.imgproc.Imgproc;

/** Looks for the board in every picture. Not thread-safe; the board stays with its owner. */
public final class ViewFinder {

  /** What was found, and among how many pictures. */
  public record Found(List<BoardView> views, int pictures) {}

  private final Board board;

  public ViewFinder(Board board) {
    this.board = board;
  }

  /** Goes through all pictures; all must have one size. */
  public Found find(Pictures pictures, DoubleConsumer progress)
      throws IOException, InterruptedException {
    List<BoardView> views = new ArrayList<>();
    int[] count = new int[1];
    Mat grey = new Mat();
    try {
      pictures.forEach(
          (name, bgr, done) -> {
            count[0]++;
            Imgproc.cvtColor(bgr, grey, Imgproc.COLOR_BGR2GRAY);
            Optional<Board.Corners> corners = board.find(grey);
            corners.ifPresent(
                found -> {
                  BoardView view =
                      new BoardView(
                          name, grey.width(), grey.height(), found, sharpness(grey, found));
                  checkSize(views, view);
                  views.add(view);
                });
            progress.accept(done);
          });
    } finally {
      grey.release();
    }
    return new Found(List.copyOf(views), count[0]);
  }

  private static void checkSize(List<BoardView> views, BoardView view) {
    if (views.isEmpty()) {
      return;
    }
    BoardView first = views.get(0);
    if (first.width() != view.width() || first.height() != view.height()) {
      throw UserError.usage(
          "all pictures must have the same size, but %s is %d x %d and %s is %d x %d"
              .formatted(
                  first.picture(),
                  first.width(),
                  first.height(),
                  view.picture(),
                  view.width(),
                  view.height()));
    }
  }

  /** How steep the board's edges are for its contrast. */
  private static double sharpness(Mat grey, Board.Corners corners) {
    MatOfPoint2f points = new MatOfPoint2f();
    points.alloc(corners.count());
    points.put(0, 0, corners.imagePx());
    Rect around = Imgproc.boundingRect(points);
    Rect inside = intersection(around, grey);
    Mat part = grey.submat(inside);
    Mat laplacian = new Mat();
    try {
      Imgproc.Laplacian(part, laplacian, CvType.CV_16S);
      return deviation(laplacian) / Math.max(1, deviation(part));
    } finally {
      points.release();
      part.release();
      laplacian.release();
    }
  }

  private static Rect intersection(Rect rect, Mat image) {
    int left = Math.max(0, rect.x);
    int top = Math.max(0, rect.y);
    int right = Math.max(left + 1, Math.min(image.width(), rect.x + rect.width));
    int bottom = Math.max(top + 1, Math.min(image.height(), rect.y + rect.height));
    return new Rect(left, top, right - left, bottom - top);
  }

  private static double deviation(Mat values) {
    MatOfDouble mean = new MatOfDouble();
    MatOfDouble deviation = new MatOfDouble();
    try {
      Core.meanStdDev(values, mean, deviation);
      return deviation.get(0, 0)[0];
    } finally {
      mean.release();
      deviation.release();
    }
  }
}
