package io.gazeshift.ingest.source;

import io.gazeshift.common.UserError;
import java.util.List;
import java.util.Set;

/**
 * How a camera maps the world to pixels: focal lengths and principal point in pixels, and OpenCV's
 * distortion coefficients (k1, k2, p1, p2, k3, ...; none for a perfect lens).
 */
public record CameraIntrinsics(
    String id,
    int width,
    int height,
    double fx,
    double fy,
    double cx,
    double cy,
    List<Double> distortion) {

  /** The numbers of coefficients OpenCV has a model for. */
  private static final Set<Integer> DISTORTION_SIZES = Set.of(0, 4, 5, 8, 12, 14);

  public CameraIntrinsics {
    distortion = List.copyOf(distortion);
    // Written so that NaN fails.
    if (!(width > 0 && height > 0 && fx > 0 && fy > 0)) {
      throw new UserError(
          "intrinsics '%s': size %d x %d and focal length %s x %s must be above 0; calibrate again"
              .formatted(id, width, height, fx, fy));
    }
    if (!DISTORTION_SIZES.contains(distortion.size())) {
      throw new UserError(
          "intrinsics '%s': %d distortion coefficients; OpenCV's models have 0, 4, 5, 8, 12 or 14"
              .formatted(id, distortion.size()));
    }
  }

  /** A lens without distortion whose axis meets the middle of the image. */
  public static CameraIntrinsics pinhole(String id, int width, int height, double focalPx) {
    return new CameraIntrinsics(
        id, width, height, focalPx, focalPx, width / 2.0, height / 2.0, List.of());
  }
}
