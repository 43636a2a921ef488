package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.calibrate.LensCalibration.FittedView;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvException;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.MatOfPoint3f;
import org.opencv.core.Size;

/** OpenCV's calibration of one set of views, pinhole or fisheye, as plain numbers. */
record LensFit(CameraIntrinsics intrinsics, double focalDeviationPx, List<FittedView> views) {

  /**
   * OpenCV solves larger systems by OpenBLAS, whose threads want more stack than Java gives one;
   * the process would die without a word.
   */
  private static final long STACK_BYTES = 64L << 20;

  /** Of a set of at least a few different views. */
  static LensFit of(Lens lens, List<BoardView> views) throws InterruptedException {
    FutureTask<LensFit> fit = new FutureTask<>(() -> fit(lens, views));
    new Thread(null, fit, "lens-fit", STACK_BYTES).start();
    try {
      return fit.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UserError known) {
        throw known;
      }
      throw new IllegalStateException("the lens calibration failed", e.getCause());
    }
  }

  private static LensFit fit(Lens lens, List<BoardView> views) {
    try (Work work = new Work(lens, views)) {
      return work.fit();
    } catch (CvException e) {
      boolean fisheye = lens == Lens.FISHEYE;
      throw new UserError(
          "these views do not fit a %s lens; %s (%s)"
              .formatted(
                  fisheye ? "fisheye" : "pinhole",
                  fisheye
                      ? "check --lens. If it is right, take more pictures with the board further from"
                          + " the corners"
                      : "take more pictures with the board tilted differently",
                  e.getMessage().lines().findFirst().orElse("")),
          e);
    }
  }

  /** The native side. */
  private static final class Work implements AutoCloseable {

    private final Lens lens;
    private final List<BoardView> views;
    private final List<Mat> onBoard = new ArrayList<>();
    private final List<Mat> seen = new ArrayList<>();
    private final List<Mat> turns = new ArrayList<>();
    private final List<Mat> shifts = new ArrayList<>();
    private final Mat matrix = Mat.eye(3, 3, CvType.CV_64F);
    private final Mat distortion;

    Work(Lens lens, List<BoardView> views) {
      this.lens = lens;
      this.views = views;
      // An empty one crashes the fisheye calibration; the other makes its own.
      this.distortion = lens == Lens.FISHEYE ? Mat.zeros(4, 1, CvType.CV_64F) : new Mat();
      for (BoardView view : views) {
        onBoard.add(flat(view.corners().boardMm()));
        seen.add(points(view.corners().imagePx()));
      }
    }

    LensFit fit() {
      Size size = new Size(views.get(0).width(), views.get(0).height());
      double deviation = lens == Lens.FISHEYE ? fisheye(size) : pinhole(size);
      double[] k = new double[9];
      matrix.get(0, 0, k);
      CameraIntrinsics intrinsics =
          new CameraIntrinsics(
              "calibrated",
              (int) size.width,
              (int) size.height,
              k[0],
              k[4],
              k[2],
              k[5],
              lens,
              Arrays.stream(coefficients()).boxed().toList(),
              false);
      List<FittedView> fitted = new ArrayList<>();
      for (int i = 0; i < views.size(); i++) {
        fitted.add(fitted(i));
      }
      return new LensFit(intrinsics, deviation, fitted);
    }

    private double pinhole(Size size) {
      Mat deviations = new Mat();
      Mat ofPoses = new Mat();
      Mat errors = new Mat();
      try {
        Calib3d.calibrateCameraExtended(
            onBoard, seen, size, matrix, distortion, turns, shifts, deviations, ofPoses, errors);
        return Math.max(deviations.get(0, 0)[0], deviations.get(1, 0)[0]);
      } finally {
        deviations.release();
        ofPoses.release();
        errors.release();
      }
    }

    private double fisheye(Size size) {
      Calib3d.fisheye_calibrate(
          onBoard,
          seen,
          size,
          matrix,
          distortion,
          turns,
          shifts,
          Calib3d.fisheye_CALIB_RECOMPUTE_EXTRINSIC | Calib3d.fisheye_CALIB_FIX_SKEW);
      return Double.NaN;
    }

    private FittedView fitted(int index) {
      BoardView view = views.get(index);
      float[] seenPx = view.corners().imagePx();
      float[] expectedPx = expected(index, seenPx.length);
      double sum = 0;
      for (int i = 0; i < seenPx.length; i++) {
        sum += Math.pow(seenPx[i] - expectedPx[i], 2);
      }
      double errorPx = Math.sqrt(sum / view.corners().count());
      return new FittedView(view, expectedPx, errorPx, tiltDeg(turns.get(index)));
    }

    private double[] coefficients() {
      double[] coefficients = new double[(int) distortion.total()];
      distortion.get(0, 0, coefficients);
      return coefficients;
    }

    private float[] expected(int index, int size) {
      MatOfPoint2f projected = new MatOfPoint2f();
      // From an array, which makes a column: coefficients in a row are silently misread.
      MatOfDouble column = new MatOfDouble(coefficients());
      try {
        if (lens == Lens.FISHEYE) {
          Calib3d.fisheye_projectPoints(
              onBoard.get(index),
              projected,
              turns.get(index),
              shifts.get(index),
              matrix,
              distortion);
        } else {
          Calib3d.projectPoints(
              (MatOfPoint3f) onBoard.get(index),
              turns.get(index),
              shifts.get(index),
              matrix,
              column,
              projected);
        }
        float[] xy = new float[size];
        projected.get(0, 0, xy);
        return xy;
      } finally {
        projected.release();
        column.release();
      }
    }

    private static double tiltDeg(Mat turn) {
      Mat rotation = new Mat();
      Calib3d.Rodrigues(turn, rotation);
      double alongAxis = Math.abs(rotation.get(2, 2)[0]);
      rotation.release();
      return Math.toDegrees(Math.acos(Math.min(1, alongAxis)));
    }

    private static Mat flat(float[] boardMm) {
      float[] xyz = new float[boardMm.length / 2 * 3];
      for (int i = 0; i < boardMm.length / 2; i++) {
        xyz[3 * i] = boardMm[2 * i];
        xyz[3 * i + 1] = boardMm[2 * i + 1];
      }
      MatOfPoint3f points = new MatOfPoint3f();
      points.alloc(boardMm.length / 2);
      points.put(0, 0, xyz);
      return points;
    }

    private static Mat points(float[] xy) {
      MatOfPoint2f points = new MatOfPoint2f();
      points.alloc(xy.length / 2);
      points.put(0, 0, xy);
      return points;
    }

    @Override
    public void close() {
      List.of(onBoard, seen, turns, shifts).forEach(mats -> mats.forEach(Mat::release));
      matrix.release();
      distortion.release();
    }
  }
}
