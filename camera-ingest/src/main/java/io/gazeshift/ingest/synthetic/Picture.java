package io.gazeshift.ingest.synthetic;

import java.util.Arrays;

/**
 * What is being drawn: light for each pixel (blue, green, red) and how far away what throws it is.
 * Only the rows drawn on are cleared and developed. Used by one thread.
 */
final class Picture {

  static final float EMPTY = Float.POSITIVE_INFINITY;

  private static final int TABLE = 4096;
  private static final double TABLE_MAX = 2;
  private static final double GAMMA = 2.2;

  /** Above this share of white, highlights are rolled off instead of clipped. */
  private static final double SHOULDER = 0.75;

  private static final byte[] LEVELS = levels();

  final int width;
  final int height;
  final float[] bgr;
  final float[] depth;
  private int firstRow;
  private int endRow;

  Picture(int width, int height) {
    this.width = width;
    this.height = height;
    this.bgr = new float[3 * width * height];
    this.depth = new float[width * height];
    Arrays.fill(depth, EMPTY);
    this.firstRow = height;
  }

  /** Forgets what was drawn. */
  void clear() {
    if (firstRow < endRow) {
      Arrays.fill(depth, firstRow * width, endRow * width, EMPTY);
    }
    firstRow = height;
    endRow = 0;
  }

  /** Says that rows from one to before the other are drawn on. */
  void touch(int from, int to) {
    firstRow = Math.min(firstRow, from);
    endRow = Math.max(endRow, to);
  }

  /** Lays what was drawn over the levels of a frame. */
  void develop(byte[] frame) {
    for (int i = firstRow * width; i < endRow * width; i++) {
      if (depth[i] != EMPTY) {
        int j = 3 * i;
        frame[j] = level(bgr[j]);
        frame[j + 1] = level(bgr[j + 1]);
        frame[j + 2] = level(bgr[j + 2]);
      }
    }
  }

  /** The level a sensor gives for so much light, in good light. */
  static byte level(double light) {
    int index = (int) (light * (TABLE / TABLE_MAX));
    return LEVELS[Math.max(0, Math.min(TABLE - 1, index))];
  }

  private static byte[] levels() {
    byte[] table = new byte[TABLE];
    for (int i = 0; i < TABLE; i++) {
      double light = (i + 0.5) * TABLE_MAX / TABLE;
      double rest = 1 - SHOULDER;
      double rolled =
          light < SHOULDER ? light : SHOULDER + rest * (1 - Math.exp(-(light - SHOULDER) / rest));
      table[i] = (byte) Math.round(255 * Math.pow(rolled, 1 / GAMMA));
    }
    return table;
  }
}
