package io.gazeshift.backbone.eyes;

/**
 * The corners of an eye in the pixels of a patch, in either order; the centre of the first pixel is
 * (0, 0).
 */
public record EyeCorners(double x1, double y1, double x2, double y2) {

  public EyeCorners {
    double width = Math.hypot(x2 - x1, y2 - y1);
    // Written so that NaN fails.
    if (!(width > 0 && width < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "an eye's corners at (%s, %s) and (%s, %s) are not two points".formatted(x1, y1, x2, y2));
    }
  }

  double widthPx() {
    return Math.hypot(x2 - x1, y2 - y1);
  }

  double middleX() {
    return (x1 + x2) / 2;
  }

  double middleY() {
    return (y1 + y2) / 2;
  }
}
