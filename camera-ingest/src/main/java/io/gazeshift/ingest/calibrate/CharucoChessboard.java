package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.UserError;
import java.util.Optional;
import org.opencv.core.Mat;
import org.opencv.core.Point3;
import org.opencv.core.Size;
import org.opencv.objdetect.CharucoBoard;
import org.opencv.objdetect.CharucoDetector;
import org.opencv.objdetect.Dictionary;

/**
 * A chessboard with a marker in every white square, counted by its squares. The markers tell the
 * corners apart, so a part of the board will do.
 */
final class CharucoChessboard implements Board {

  /** Fewer say too little of the lens to be worth a view. */
  private static final int MIN_CORNERS = 8;

  private final int columns;
  private final int rows;
  private final double squareMm;
  private final CharucoBoard board;
  private final CharucoDetector detector;
  private final Point3[] onBoardMm;
  private final Mat corners = new Mat();
  private final Mat ids = new Mat();

  CharucoChessboard(
      int columns, int rows, double squareMm, double markerMm, Dictionary dictionary) {
    this.columns = columns;
    this.rows = rows;
    this.squareMm = squareMm;
    int markers = columns * rows / 2;
    int known = dictionary.get_bytesList().rows();
    if (markers > known) {
      throw UserError.usage(
          ("--dictionary: a board of %d x %d squares needs %d markers, but the dictionary"
                  + " has %d; use a larger dictionary")
              .formatted(columns, rows, markers, known));
    }
    this.board =
        new CharucoBoard(new Size(columns, rows), (float) squareMm, (float) markerMm, dictionary);
    this.detector = new CharucoDetector(board);
    this.onBoardMm = board.getChessboardCorners().toArray();
  }

  @Override
  public Optional<Corners> find(Mat grey) {
    detector.detectBoard(grey, corners, ids);
    int count = (int) ids.total();
    if (count < MIN_CORNERS || board.checkCharucoCornersCollinear(ids)) {
      return Optional.empty();
    }
    int[] id = new int[count];
    ids.get(0, 0, id);
    float[] imagePx = new float[2 * count];
    corners.get(0, 0, imagePx);
    float[] boardMm = new float[2 * count];
    for (int i = 0; i < count; i++) {
      boardMm[2 * i] = (float) onBoardMm[id[i]].x;
      boardMm[2 * i + 1] = (float) onBoardMm[id[i]].y;
    }
    return Optional.of(new Corners(boardMm, imagePx));
  }

  @Override
  public Mat draw(int pxPerMm) {
    Mat picture = new Mat();
    board.generateImage(
        new Size(Math.round(columns * squareMm * pxPerMm), Math.round(rows * squareMm * pxPerMm)),
        picture);
    return picture;
  }

  @Override
  public String name() {
    return "charuco:%dx%d".formatted(columns, rows);
  }

  @Override
  public double squareMm() {
    return squareMm;
  }

  @Override
  public void close() {
    corners.release();
    ids.release();
  }
}
