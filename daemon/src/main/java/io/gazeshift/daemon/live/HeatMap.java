package io.gazeshift.daemon.live;

import java.util.Arrays;

/**
 * Where on one screen people looked: seconds in square cells, which fade with time. Coarse, because
 * a gaze is off by several degrees, and so that it can be sent with every answer. Not thread-safe.
 */
final class HeatMap {

  /** Cells along the longer side; on a 24 inch screen each is 17 mm wide. */
  static final int MOST_CELLS = 32;

  /** A very narrow screen has wider cells than high ones, or the other way round. */
  private static final int LEAST_CELLS = 4;

  /** What has faded below this is not worth showing. */
  private static final double LEAST_SECONDS = 1e-3;

  private final int columns;
  private final int rows;
  private final double[] seconds;

  HeatMap(double widthMm, double heightMm) {
    double longer = Math.max(widthMm, heightMm);
    this.columns = cells(widthMm / longer);
    this.rows = cells(heightMm / longer);
    this.seconds = new double[columns * rows];
  }

  private static int cells(double share) {
    return Math.max(LEAST_CELLS, (int) Math.round(MOST_CELLS * share));
  }

  /**
   * Adds a look; one beside the screen is not on the map.
   *
   * @param right from 0 at the left edge, as the person sees it, to 1
   * @param down from 0 at the upper edge to 1
   */
  void add(double right, double down, double lookSeconds) {
    // Written so that NaN is beside.
    if (right >= 0 && right <= 1 && down >= 0 && down <= 1) {
      int column = Math.min(columns - 1, (int) (right * columns));
      int row = Math.min(rows - 1, (int) (down * rows));
      seconds[row * columns + column] += lookSeconds;
    }
  }

  /** Leaves this share of everything. */
  void fade(double share) {
    for (int cell = 0; cell < seconds.length; cell++) {
      seconds[cell] *= share;
    }
  }

  HeatView view() {
    double peak = Arrays.stream(seconds).max().orElse(0);
    byte[] levels = new byte[seconds.length];
    if (peak >= LEAST_SECONDS) {
      for (int cell = 0; cell < seconds.length; cell++) {
        levels[cell] = (byte) Math.round(HeatView.MOST_LEVEL * seconds[cell] / peak);
      }
    }
    return new HeatView(columns, rows, levels, Arrays.stream(seconds).sum(), peak);
  }
}
