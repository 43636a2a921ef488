package io.gazeshift.ingest.calibrate;

import java.util.Optional;
import org.opencv.core.Mat;

/**
 * A flat board whose corners are known. May hold native memory; not thread-safe. The caller closes
 * it.
 */
public interface Board extends AutoCloseable {

  /** The corners of the board in a grey picture; all of one view, or nothing. */
  Optional<Corners> find(Mat grey);

  /** The board as a picture of so many pixels for each millimetre, without a margin. */
  Mat draw(int pxPerMm);

  /** As on the command line, such as {@code chessboard:9x6}. */
  String name();

  /** The side of a square. */
  double squareMm();

  @Override
  void close();

  /**
   * Corners seen in one picture.
   *
   * @param boardMm where they are on the board: x and y, one after the other
   * @param imagePx where they were seen: x and y, one after the other
   */
  // Bulk data, never compared by value.
  @SuppressWarnings("ArrayRecordComponent")
  record Corners(float[] boardMm, float[] imagePx) {

    /** How many there are. */
    public int count() {
      return imagePx.length / 2;
    }
  }
}
