package io.gazeshift.ingest.calibrate;

import io.gazeshift.ingest.calibrate.LensCalibration.FittedView;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How trustworthy a lens calibration is, with advice on how to improve it. */
public record CalibrationQuality(List<Remark> remarks) {

  /** How good one side of it is. */
  public enum Grade {
    GOOD,
    FAIR,
    POOR
  }

  /** One aspect of the quality, in words. */
  public record Remark(Grade grade, String text) {}

  private static final double GOOD_RMS_PX = 0.5;
  private static final double FAIR_RMS_PX = 1;
  private static final int GOOD_VIEWS = 12;
  private static final int FAIR_VIEWS = 8;
  private static final double TILTED_DEG = 15;
  private static final int ENOUGH_TILTED = 4;
  private static final int COLUMNS = 6;
  private static final int ROWS = 4;
  private static final double GOOD_COVERAGE = 0.7;
  private static final double FAIR_COVERAGE = 0.5;
  private static final double GOOD_FOCAL_DEVIATION = 0.005;
  private static final double FAIR_FOCAL_DEVIATION = 0.02;

  /** The outermost part of the image, along each side, that the board must have reached. */
  private static final double RIM = 0.2;

  public CalibrationQuality {
    remarks = List.copyOf(remarks);
  }

  /** The grade of the weakest side. */
  public Grade grade() {
    return remarks.stream().map(Remark::grade).max(Enum::compareTo).orElse(Grade.GOOD);
  }

  /** Of a finished calibration. */
  public static CalibrationQuality of(LensCalibration calibration) {
    List<Remark> remarks = new ArrayList<>();
    remarks.add(error(calibration.rmsPx()));
    remarks.add(views(calibration.views().size()));
    remarks.add(tilt(calibration.views()));
    remarks.add(coverage(calibration));
    double deviation = calibration.focalDeviationPx() / calibration.intrinsics().fx();
    if (!Double.isNaN(deviation)) {
      remarks.add(focal(deviation));
    }
    return new CalibrationQuality(remarks);
  }

  private static Remark error(double rmsPx) {
    Grade grade = falling(rmsPx, GOOD_RMS_PX, FAIR_RMS_PX);
    return remark(
        grade,
        "reprojection error %.2f px".formatted(rmsPx),
        "check that the board is flat, that --board and --lens are right, and that the"
            + " camera's focus is fixed");
  }

  private static Remark views(int count) {
    Grade grade = falling(-count, -GOOD_VIEWS, -FAIR_VIEWS);
    return remark(grade, "%d views".formatted(count), "take %d or more".formatted(GOOD_VIEWS));
  }

  private static Remark tilt(List<FittedView> views) {
    long tilted = views.stream().filter(view -> view.tiltDeg() >= TILTED_DEG).count();
    Grade grade = falling((double) -tilted, -ENOUGH_TILTED, -ENOUGH_TILTED / 2.0);
    return remark(
        grade,
        "board tilted by %.0f degrees or more in %d views".formatted(TILTED_DEG, tilted),
        "a board parallel to the image does not determine the focal length; tilt it to"
            + " every side by 20 to 45 degrees");
  }

  private static Remark coverage(LensCalibration calibration) {
    CameraIntrinsics size = calibration.intrinsics();
    boolean[] cells = new boolean[COLUMNS * ROWS];
    double left = 1;
    double right = 0;
    double top = 1;
    double bottom = 0;
    for (FittedView view : calibration.views()) {
      float[] xy = view.view().corners().imagePx();
      for (int i = 0; i < xy.length; i += 2) {
        double x = Math.max(0, Math.min(0.999, xy[i] / size.width()));
        double y = Math.max(0, Math.min(0.999, xy[i + 1] / size.height()));
        cells[((int) (y * ROWS)) * COLUMNS + (int) (x * COLUMNS)] = true;
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    }
    int covered = 0;
    for (boolean cell : cells) {
      covered += cell ? 1 : 0;
    }
    double share = (double) covered / cells.length;
    List<String> missed =
        Stream.of(
                left > RIM ? "left" : "",
                right < 1 - RIM ? "right" : "",
                top > RIM ? "top" : "",
                bottom < 1 - RIM ? "bottom" : "")
            .filter(side -> !side.isEmpty())
            .toList();
    Grade grade = falling(-share, -GOOD_COVERAGE, -FAIR_COVERAGE);
    return remark(
        grade,
        "corners in %.0f %% of the image".formatted(100 * share),
        missed.isEmpty()
            ? "also hold the board in the corners of the image"
            : "also hold the board near the %s edge of the image"
                .formatted(String.join(", ", missed)));
  }

  private static Remark focal(double deviation) {
    Grade grade = falling(deviation, GOOD_FOCAL_DEVIATION, FAIR_FOCAL_DEVIATION);
    return remark(
        grade,
        "focal length known to %.2f %%".formatted(100 * deviation),
        "add views, tilt the board more, and bring it closer to the camera");
  }

  private static Grade falling(double value, double good, double fair) {
    return value <= good ? Grade.GOOD : value <= fair ? Grade.FAIR : Grade.POOR;
  }

  private static Remark remark(Grade grade, String fact, String advice) {
    String words = fact + ": " + grade.name().toLowerCase(Locale.ROOT);
    return new Remark(grade, grade == Grade.GOOD ? words : words + "; " + advice);
  }
}
