package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.calibrate.LensCalibration.FittedView;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import java.util.ArrayList;
import java.util.List;

/**
 * Estimates the lens from views of a board. Views that contradict the rest (a bent, blurred or
 * misdetected board) are dropped.
 */
public final class LensCalibrator {

  /** Each view has 6 unknowns of its own, the lens has 9: fewer views guess rather than measure. */
  public static final int MIN_VIEWS = 4;

  /** More take longer and tell nothing new. */
  public static final int DEFAULT_MOST_VIEWS = 40;

  private static final int MAX_ROUNDS = 4;

  /** A view is an outlier where it fits so many times worse than most, and visibly. */
  private static final double OUTLIER_FACTOR = 3;

  private static final double OUTLIER_PX = 0.3;

  private final Lens lens;
  private final int mostViews;

  public LensCalibrator(Lens lens, int mostViews) {
    this.lens = lens;
    this.mostViews = mostViews;
  }

  /** OpenCV must be loaded. */
  public LensCalibration calibrate(List<BoardView> views) throws InterruptedException {
    if (views.size() < MIN_VIEWS) {
      throw new UserError(
          ("the board was found in %d pictures; at least %d are needed, and 15 are"
                  + " better. Check --board, and that the whole board is visible, flat and in focus")
              .formatted(views.size(), MIN_VIEWS));
    }
    List<BoardView> left = new ArrayList<>(ViewSelection.pick(views, mostViews));
    if (left.size() < MIN_VIEWS) {
      throw new UserError(
          ("the pictures show the board in only %d different positions; at least %d are"
                  + " needed. Move and tilt the board between pictures")
              .formatted(left.size(), MIN_VIEWS));
    }
    List<FittedView> dropped = new ArrayList<>();
    for (int round = 1; ; round++) {
      LensFit fit = LensFit.of(lens, left);
      List<FittedView> outliers = round < MAX_ROUNDS ? outliers(fit.views()) : List.of();
      if (outliers.isEmpty() || left.size() - outliers.size() < MIN_VIEWS) {
        return new LensCalibration(
            fit.intrinsics(), rms(fit.views()), fit.focalDeviationPx(), fit.views(), dropped);
      }
      dropped.addAll(outliers);
      outliers.forEach(outlier -> left.remove(outlier.view()));
    }
  }

  private static List<FittedView> outliers(List<FittedView> views) {
    double[] errors = views.stream().mapToDouble(FittedView::errorPx).sorted().toArray();
    double bound = Math.max(OUTLIER_PX, OUTLIER_FACTOR * errors[errors.length / 2]);
    return views.stream().filter(view -> view.errorPx() > bound).toList();
  }

  private static double rms(List<FittedView> views) {
    double sum = 0;
    int corners = 0;
    for (FittedView view : views) {
      int count = view.view().corners().count();
      sum += view.errorPx() * view.errorPx() * count;
      corners += count;
    }
    return Math.sqrt(sum / corners);
  }
}
