package io.gazeshift.ingest.calibrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.Mat;
import org.opencv.core.MatOfPoint2f;

/**
 * Picks the views worth calibrating from: sharp ones, each unlike the others. A video shows the
 * board a thousand times, mostly in the same place; that would only outweigh the rest.
 */
final class ViewSelection {

  /** Nearer to another view than this, a view says nothing new. */
  private static final double MIN_DISTANCE = 0.01;

  /** A change of perspective tells more of the lens than a change of place. */
  private static final double PERSPECTIVE_WEIGHT = 2;

  private ViewSelection() {}

  /** At most that many. */
  static List<BoardView> pick(List<BoardView> views, int most) {
    List<BoardView> left = new ArrayList<>(views);
    left.sort(
        Comparator.comparingInt((BoardView view) -> view.corners().count())
            .thenComparingDouble(BoardView::sharpness)
            .reversed());
    double sharpest = left.stream().mapToDouble(BoardView::sharpness).max().orElse(1);
    List<double[]> places = new ArrayList<>(left.stream().map(ViewSelection::place).toList());
    double[] nearest = new double[left.size()];
    Arrays.fill(nearest, Double.MAX_VALUE);
    List<BoardView> picked = new ArrayList<>();
    boolean[] taken = new boolean[left.size()];
    int next = 0;
    while (next >= 0 && picked.size() < most) {
      picked.add(left.get(next));
      taken[next] = true;
      int best = -1;
      double bestWorth = 0;
      for (int i = 0; i < left.size(); i++) {
        nearest[i] = Math.min(nearest[i], distance(places.get(i), places.get(next)));
        double worth = nearest[i] * (0.5 + 0.5 * left.get(i).sharpness() / sharpest);
        if (!taken[i] && nearest[i] >= MIN_DISTANCE && worth > bestWorth) {
          best = i;
          bestWorth = worth;
        }
      }
      next = best;
    }
    picked.sort(Comparator.comparing(BoardView::picture));
    return picked;
  }

  /** Where the board stands in the image, how large, and how far it is tilted. */
  private static double[] place(BoardView view) {
    float[] board = unit(view.corners().boardMm());
    float[] image = view.corners().imagePx().clone();
    for (int i = 0; i < image.length; i += 2) {
      image[i] /= view.width();
      image[i + 1] /= view.height();
    }
    MatOfPoint2f from = points(board);
    MatOfPoint2f to = points(image);
    Mat homography = Calib3d.findHomography(from, to);
    double[] h = new double[9];
    h[8] = 1;
    if (!homography.empty()) {
      homography.get(0, 0, h);
    }
    from.release();
    to.release();
    homography.release();
    double size = Math.sqrt(Math.abs(h[0] * h[4] - h[1] * h[3]));
    return new double[] {
      mean(image, 0), mean(image, 1), size, PERSPECTIVE_WEIGHT * h[6], PERSPECTIVE_WEIGHT * h[7]
    };
  }

  /** The board's coordinates from about -0.5 to 0.5. */
  private static float[] unit(float[] boardMm) {
    double meanX = mean(boardMm, 0);
    double meanY = mean(boardMm, 1);
    double extent = 1e-9;
    for (int i = 0; i < boardMm.length; i += 2) {
      extent = Math.max(extent, Math.hypot(boardMm[i] - meanX, boardMm[i + 1] - meanY));
    }
    float[] unit = new float[boardMm.length];
    for (int i = 0; i < boardMm.length; i += 2) {
      unit[i] = (float) ((boardMm[i] - meanX) / (2 * extent));
      unit[i + 1] = (float) ((boardMm[i + 1] - meanY) / (2 * extent));
    }
    return unit;
  }

  private static double mean(float[] xy, int offset) {
    double sum = 0;
    for (int i = offset; i < xy.length; i += 2) {
      sum += xy[i];
    }
    return 2 * sum / xy.length;
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum);
  }

  private static MatOfPoint2f points(float[] xy) {
    MatOfPoint2f points = new MatOfPoint2f();
    points.alloc(xy.length / 2);
    points.put(0, 0, xy);
    return points;
  }
}
