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

    @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
    private final List<Integer> sizes;

    Lens(Integer... sizes) {
      this.sizes = List.of(sizes);
    }
  }

  /** How far outside the image, in parts of its size, the lens's axis may meet its plane. */
  private static final double MAX_OFF_IMAGE = 0.25;

  /** By how much the two sides may be scaled differently: 854 x 480 is a rounded 16:9. */
  private static final double MAX_SHAPE_CHANGE = 0.005;

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
          "intrinsics '%s': %d distortion coefficients; OpenCV's %s model takes one of %s"
              .formatted(id, distortion.size(), lens.name().toLowerCase(Locale.ROOT), lens.sizes));
    }
    if (!(isNear(cx, width) && isNear(cy, height))) {
      throw new UserError(
          "intrinsics '%s': the principal point %s, %s lies far outside an image of %d x %d; calibrate at the size of the frames"
              .formatted(id, cx, cy, width, height));
    }
    if (!(Double.isFinite(fx) && Double.isFinite(fy))
        || !distortion.stream().allMatch(Double::isFinite)) {
      throw new UserError(
          "intrinsics '%s': focal length %s x %s or distortion %s is not finite; calibrate again"
              .formatted(id, fx, fy, distortion));
    }
  }

  private static boolean isNear(double centre, int size) {
    return centre >= -MAX_OFF_IMAGE * size && centre <= (1 + MAX_OFF_IMAGE) * size;
  }

  /**
   * The same lens where the camera delivers frames of this size: the whole image, enlarged or
   * reduced. Frames of another aspect ratio are cropped from the sensor in an unknown way, so they
   * are rejected.
   */
  public CameraIntrinsics scaledTo(int frameWidth, int frameHeight) {
    if (frameWidth == width && frameHeight == height) {
      return this;
    }
    double sx = (double) frameWidth / width;
    double sy = (double) frameHeight / height;
    if (!(Math.abs(sx / sy - 1) <= MAX_SHAPE_CHANGE)) {
      throw new UserError(
          ("intrinsics '%s' were measured at %d x %d, but the frames are %d x %d with a"
                  + " different aspect ratio; calibrate with frames of that aspect ratio")
              .formatted(id, width, height, frameWidth, frameHeight));
    }
    // The middle of the first pixel is 0, its left edge -0.5: edges stay with edges.
    return new CameraIntrinsics(
        id,
        frameWidth,
        frameHeight,
        fx * sx,
        fy * sy,
        (cx + 0.5) * sx - 0.5,
        (cy + 0.5) * sy - 0.5,
        lens,
        distortion,
        assumed);
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
