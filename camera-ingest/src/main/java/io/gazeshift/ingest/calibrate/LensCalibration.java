package io.gazeshift.ingest.calibrate;

import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.List;

/**
 * The result of a lens calibration.
 *
 * @param rmsPx root mean square distance between corners seen and corners expected, of all views
 * @param focalDeviationPx standard deviation of the focal length; NaN where it is not known
 * @param views those it rests on
 * @param dropped those left out because they contradict the rest, as they fitted then
 */
public record LensCalibration(
    CameraIntrinsics intrinsics,
    double rmsPx,
    double focalDeviationPx,
    List<FittedView> views,
    List<FittedView> dropped) {

  public LensCalibration {
    views = List.copyOf(views);
    dropped = List.copyOf(dropped);
  }

  /**
   * A view and how well the lens explains it.
   *
   * @param expectedPx where its corners should have been seen: x and y, one after the other
   * @param errorPx root mean square distance to where they were seen
   * @param tiltDeg between the board and the image plane
   */
  // Bulk data, never compared by value.
  @SuppressWarnings("ArrayRecordComponent")
  public record FittedView(BoardView view, float[] expectedPx, double errorPx, double tiltDeg) {}
}
