package io.gazeshift.ingest.normalise;

import io.gazeshift.protocol.LandmarkPoints;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceLandmarks;

/**
 * How much darker than the white of the eyes the irises are, in the patch. The mesh imagines
 * plausible eyes behind sunglasses, or behind a hand: only the picture shows that there are none.
 */
final class IrisContrast {

  /** The iris without its soft edge, and the white beyond it, as multiples of its radius. */
  private static final double INSIDE_IRIS = 0.8;

  private static final double OUTSIDE_IRIS = 1.2;

  /** The part of the gap between the lids that lashes and the shadow of the upper lid leave. */
  private static final double BELOW_LASHES = 0.25;

  private static final double ABOVE_LOWER_LID = 0.9;

  /** Fewer pixels than these tell nothing. */
  private static final int FEWEST_PIXELS = 6;

  /** From the outer corner to the inner one. */
  private static final int[] LOWER_LID = {0, 1, 2, 3, 4, 5, 6, 7, 8};

  private static final int[] UPPER_LID = {0, 9, 10, 11, 12, 13, 14, 15, 8};

  private final byte[] grey;
  private final int sizePx;
  private final double pxPerMm;

  /**
   * Takes the levels of a patch, row by row.
   *
   * @param pxPerMm of the plane that the landmarks lie in
   */
  IrisContrast(byte[] grey, int sizePx, double pxPerMm) {
    this.grey = grey;
    this.sizePx = sizePx;
    this.pxPerMm = pxPerMm;
  }

  /** The difference in levels, of the eye that shows less; 0 where an eye is not to be seen. */
  double levels(FaceLandmarks face) {
    return Math.min(levels(face.getRight()), levels(face.getLeft()));
  }

  private double levels(EyeLandmarks eye) {
    double outer = eye.getLids(2 * LandmarkPoints.OUTER_CORNER);
    double inner = eye.getLids(2 * LandmarkPoints.INNER_CORNER);
    Mean iris = new Mean();
    Mean white = new Mean();
    int last = Math.min(sizePx - 1, px(Math.max(outer, inner)));
    for (int column = Math.max(0, px(Math.min(outer, inner))); column <= last; column++) {
      double x = mm(column);
      double top = heightAt(x, eye, UPPER_LID);
      double gap = heightAt(x, eye, LOWER_LID) - top;
      if (!(gap > 0)) {
        continue;
      }
      int lowest = Math.min(sizePx - 1, px(top + ABOVE_LOWER_LID * gap));
      for (int row = Math.max(0, px(top + BELOW_LASHES * gap)); row <= lowest; row++) {
        double fromIris =
            Math.hypot(x - eye.getIrisX(), mm(row) - eye.getIrisY()) / eye.getIrisRadius();
        if (fromIris < INSIDE_IRIS) {
          iris.add(grey[row * sizePx + column] & 0xff);
        } else if (fromIris > OUTSIDE_IRIS) {
          white.add(grey[row * sizePx + column] & 0xff);
        }
      }
    }
    return iris.count < FEWEST_PIXELS || white.count < FEWEST_PIXELS
        ? 0
        : Math.max(0, white.mean() - iris.mean());
  }

  /** The height of a lid, on the straight lines between its points. */
  private static double heightAt(double x, EyeLandmarks eye, int[] lid) {
    for (int i = 1; i < lid.length; i++) {
      double x0 = eye.getLids(2 * lid[i - 1]);
      double x1 = eye.getLids(2 * lid[i]);
      if (Math.min(x0, x1) <= x && x <= Math.max(x0, x1) && x0 != x1) {
        double y0 = eye.getLids(2 * lid[i - 1] + 1);
        double y1 = eye.getLids(2 * lid[i] + 1);
        return y0 + (x - x0) / (x1 - x0) * (y1 - y0);
      }
    }
    return Double.NaN;
  }

  private int px(double mm) {
    return (int) Math.round(mm * pxPerMm + sizePx / 2.0);
  }

  private double mm(int px) {
    return (px - sizePx / 2.0) / pxPerMm;
  }

  private static final class Mean {
    private long sum;
    private int count;

    void add(int level) {
      sum += level;
      count++;
    }

    double mean() {
      return (double) sum / count;
    }
  }
}
