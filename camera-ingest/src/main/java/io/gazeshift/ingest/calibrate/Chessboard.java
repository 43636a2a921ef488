package io.gazeshift.ingest.calibrate;

import java.util.Optional;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.core.TermCriteria;
import org.opencv.imgproc.Imgproc;

/** A plain chessboard, counted by its inner corners; only a board seen whole is found. */
final class Chessboard implements Board {

  private static final TermCriteria UNTIL =
      new TermCriteria(TermCriteria.EPS + TermCriteria.COUNT, 40, 1e-3);

  private final int columns;
  private final int rows;
  private final double squareMm;
  private final Mat found = new Mat();

  Chessboard(int columns, int rows, double squareMm) {
    this.columns = columns;
    this.rows = rows;
    this.squareMm = squareMm;
  }

  @Override
  public Optional<Corners> find(Mat grey) {
    boolean seen =
        Calib3d.findChessboardCornersSB(
            grey, new Size(columns, rows), found, Calib3d.CALIB_CB_NORMALIZE_IMAGE);
    if (!seen) {
      return Optional.empty();
    }
    float[] imagePx = new float[2 * columns * rows];
    found.get(0, 0, imagePx);
    // What finds the board best is not what measures it best: small squares came out too large.
    double half = Math.max(2, Math.min(8, spacingPx(imagePx) / 4));
    Imgproc.cornerSubPix(grey, found, new Size(half, half), new Size(-1, -1), UNTIL);
    found.get(0, 0, imagePx);
    return Optional.of(new Corners(onBoard(), imagePx));
  }

  /** The least distance between neighbours in a row. */
  private double spacingPx(float[] xy) {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < columns * rows; i++) {
      if (i % columns > 0) {
        least =
            Math.min(least, Math.hypot(xy[2 * i] - xy[2 * i - 2], xy[2 * i + 1] - xy[2 * i - 1]));
      }
    }
    return least;
  }

  private float[] onBoard() {
    float[] boardMm = new float[2 * columns * rows];
    for (int i = 0; i < columns * rows; i++) {
      boardMm[2 * i] = (float) ((i % columns) * squareMm);
      boardMm[2 * i + 1] = (float) (Math.floorDiv(i, columns) * squareMm);
    }
    return boardMm;
  }

  @Override
  public Mat draw(int pxPerMm) {
    double squarePx = squareMm * pxPerMm;
    Mat picture =
        new Mat(
            (int) Math.round((rows + 1) * squarePx),
            (int) Math.round((columns + 1) * squarePx),
            CvType.CV_8UC1,
            new Scalar(255));
    for (int row = 0; row <= rows; row++) {
      for (int column = row % 2; column <= columns; column += 2) {
        Imgproc.rectangle(
            picture,
            new Point(Math.round(column * squarePx), Math.round(row * squarePx)),
            new Point(
                Math.round((column + 1) * squarePx) - 1, Math.round((row + 1) * squarePx) - 1),
            new Scalar(0),
            -1);
      }
    }
    return picture;
  }

  @Override
  public String name() {
    return "chessboard:%dx%d".formatted(columns, rows);
  }

  @Override
  public double squareMm() {
    return squareMm;
  }

  @Override
  public void close() {
    found.release();
  }
}
