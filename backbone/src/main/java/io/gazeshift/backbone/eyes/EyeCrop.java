package io.gazeshift.backbone.eyes;

import io.gazeshift.backbone.openvino.GazeNetwork;

/**
 * Cuts the picture of an eye from a patch: a square around the middle of its corners, upright as
 * the patch is, since normalisation has cancelled the head's roll. Keeps no state.
 */
public final class EyeCrop {

  /** The side of the cut picture in pixels. */
  public static final int SIDE = GazeNetwork.EYE_SIDE;

  /** How many floats one picture takes: planes of blue, green and red. */
  public static final int FLOATS = EyeCrop.CHANNELS * SIDE * SIDE;

  private static final int CHANNELS = 3;

  /** The square's side, in distances between the corners: lids and a part of the brow are in it. */
  private static final double SIDE_PER_WIDTH = 1.8;

  private EyeCrop() {}

  /**
   * Writes the picture of one eye, levels 0 to 255. Each of its pixels is the mean of so many
   * points of the patch that none is skipped. Beyond the patch its edge goes on.
   *
   * @param bgr the square patch, row by row, blue, green and red of each pixel
   * @param patchSide the side of the patch in pixels
   * @param target where the floats go, from {@code offset} on
   */
  public static void cut(
      byte[] bgr, int patchSide, EyeCorners corners, float[] target, int offset) {
    if (bgr.length != CHANNELS * patchSide * patchSide) {
      throw new IllegalArgumentException(
          "a patch of %d x %d pixels has %d bytes, got %d"
              .formatted(patchSide, patchSide, CHANNELS * patchSide * patchSide, bgr.length));
    }
    double side = corners.widthPx() * SIDE_PER_WIDTH;
    int points = Math.max(1, (int) Math.ceil(Math.min(side, patchSide) / SIDE));
    Axis columns = new Axis(corners.middleX(), side, points, patchSide);
    Axis rows = new Axis(corners.middleY(), side, points, patchSide);
    double share = 1.0 / (points * points);
    for (int channel = 0; channel < CHANNELS; channel++) {
      for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
          double sum = 0;
          for (int y = row * points; y < (row + 1) * points; y++) {
            for (int x = column * points; x < (column + 1) * points; x++) {
              sum += level(bgr, patchSide, channel, columns, x, rows, y);
            }
          }
          target[offset++] = (float) (sum * share);
        }
      }
    }
  }

  /** Between the four pixels around a point. */
  private static double level(
      byte[] bgr, int patchSide, int channel, Axis columns, int x, Axis rows, int y) {
    int top = rows.before[y] * patchSide;
    int bottom = rows.after[y] * patchSide;
    double right = columns.share[x];
    double above =
        (1 - right) * pixel(bgr, top + columns.before[x], channel)
            + right * pixel(bgr, top + columns.after[x], channel);
    double below =
        (1 - right) * pixel(bgr, bottom + columns.before[x], channel)
            + right * pixel(bgr, bottom + columns.after[x], channel);
    return (1 - rows.share[y]) * above + rows.share[y] * below;
  }

  private static int pixel(byte[] bgr, int index, int channel) {
    return bgr[CHANNELS * index + channel] & 0xff;
  }

  /** The points along one axis: which pixels each lies between, and how near to the second. */
  private static final class Axis {
    private final int[] before;
    private final int[] after;
    private final double[] share;

    Axis(double middle, double side, int points, int patchSide) {
      int count = SIDE * points;
      before = new int[count];
      after = new int[count];
      share = new double[count];
      for (int i = 0; i < count; i++) {
        double at = middle + ((i + 0.5) / count - 0.5) * side;
        double inside = Math.max(0, Math.min(patchSide - 1, at));
        before[i] = (int) inside;
        after[i] = Math.min(before[i] + 1, patchSide - 1);
        share[i] = inside - before[i];
      }
    }
  }
}
