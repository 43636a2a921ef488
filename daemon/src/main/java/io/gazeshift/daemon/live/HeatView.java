package io.gazeshift.daemon.live;

/**
 * Where on a screen people looked lately.
 *
 * @param levels of the cells, row by row from the top left corner as the person sees it; unsigned,
 *     relative to the cell that was looked at longest; do not modify
 * @param seconds of gaze on the screen that have not faded
 * @param peakSeconds of the cell that was looked at longest
 */
// Numbers in bulk, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record HeatView(int columns, int rows, byte[] levels, double seconds, double peakSeconds) {

  /** The level of the cell that was looked at longest. */
  public static final int MOST_LEVEL = 255;
}
