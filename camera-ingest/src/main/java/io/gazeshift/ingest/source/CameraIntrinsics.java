package io.gazeshift.ingest.source;

import io.gazeshift.common.UserError;
import java.util.List;
import java.util.Locale;

/**
 * How a camera maps the world to pixels: focal lengths and principal point in pixels, and OpenCV's
 * distortion coefficients for its kind of lens (none for a perfect one). Assumed intrinsics come
 * from a guessed field of view, not from a calibration; angles derived from them are only as good
 * as the guess.
 */
public record CameraIntrinsics(
    String id,
    int width,
    int height,
    double fx,
    double fy,
    double cx,
    double cy,
    Lens lens,
    List<Double> distortion,
    boolean assumed) {

  /** The kinds of lens OpenCV has a model for, and how many coefficients each may have. */
  public enum Lens {
    /** k1, k2, p1, p2, k3, ... */
    PINHOLE(0, 4, 5, 8, 12, 14),
    /** k1 to k4 of the equidistant model. */
    FISHEYE(4);

    private final List<Integer> sizes;

    Lens(Integer... sizes) {
      this.sizes = List.of(sizes);
    }
  }

  public CameraIntrinsics {
    distortion = List.copyOf(distortion);
    // Written so that NaN fails.
    if (!(width > 0 && height > 0 && fx > 0 && fy > 0)) {
      throw new UserError(
          "intrinsics '%s': size %d x %d and focal length %s x %s must be above 0; calibrate again"
              .formatted(id, width, height, fx, fy));
    }
    if (!lens.sizes.contains(distortion.size())) {
      throw new UserError(
          "intrinsics '%s': %d distortion coefficients; OpenCV's %s model has one of %s"
              .formatted(id, distortion.size(), lens.name().toLowerCase(Locale.ROOT), lens.sizes));
    }
  }

  /** An ordinary lens, as a calibration has measured it. */
  public static CameraIntrinsics calibrated(
      String id,
      int width,
      int height,
      double fx,
      double fy,
      double cx,
      double cy,
      List<Double> distortion) {
    return new CameraIntrinsics(id, width, height, fx, fy, cx, cy, Lens.PINHOLE, distortion, false);
  }

  /** A lens without distortion whose axis meets the middle of the image. */
  public static CameraIntrinsics pinhole(String id, int width, int height, double focalPx) {
    return calibrated(id, width, height, focalPx, focalPx, width / 2.0, height / 2.0, List.of());
  }

  /** A perfect lens with this horizontal field of view: a guess for want of a calibration. */
  public static CameraIntrinsics assumed(int width, int height, double fieldOfViewDegrees) {
    double focalPx = width / 2.0 / Math.tan(Math.toRadians(fieldOfViewDegrees / 2));
    return new CameraIntrinsics(
        "assumed-fov-%s".formatted(fieldOfViewDegrees),
        width,
        height,
        focalPx,
        focalPx,
        width / 2.0,
        height / 2.0,
        Lens.PINHOLE,
        List.of(),
        true);
  }
}
