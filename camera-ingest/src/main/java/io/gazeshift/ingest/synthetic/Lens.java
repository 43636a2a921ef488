package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.source.CameraIntrinsics;

/**
 * The way from camera space to pixels and back, distortion included. The way back is worked out
 * once for every pixel.
 */
final class Lens {

  private static final int INVERSE_STEPS = 8;

  private final CameraIntrinsics intrinsics;
  private final double[] k = new double[5];
  private final float[] rays;

  Lens(CameraIntrinsics intrinsics) {
    if (intrinsics.distortion().size() > k.length) {
      throw new IllegalArgumentException(
          "a synthetic lens takes at most 5 distortion coefficients, got "
              + intrinsics.distortion().size());
    }
    this.intrinsics = intrinsics;
    for (int i = 0; i < intrinsics.distortion().size(); i++) {
      k[i] = intrinsics.distortion().get(i);
    }
    this.rays = rays();
  }

  int width() {
    return intrinsics.width();
  }

  int height() {
    return intrinsics.height();
  }

  /** How many pixels one radian is in the middle of the image. */
  double focalPx() {
    return intrinsics.fx();
  }

  /** Writes the pixel where a point in front of the camera falls, x and y. */
  void project(double xMm, double yMm, double zMm, double[] pixel) {
    distort(xMm / zMm, yMm / zMm, pixel);
    pixel[0] = intrinsics.fx() * pixel[0] + intrinsics.cx();
    pixel[1] = intrinsics.fy() * pixel[1] + intrinsics.cy();
  }

  /** The ray through the middle of a pixel is (rayX, rayY, 1). */
  float rayX(int x, int y) {
    return rays[2 * (y * intrinsics.width() + x)];
  }

  float rayY(int x, int y) {
    return rays[2 * (y * intrinsics.width() + x) + 1];
  }

  private void distort(double x, double y, double[] out) {
    double r2 = x * x + y * y;
    double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
    out[0] = x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x);
    out[1] = y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y;
  }

  private float[] rays() {
    float[] all = new float[2 * intrinsics.width() * intrinsics.height()];
    double[] bent = new double[2];
    int i = 0;
    for (int row = 0; row < intrinsics.height(); row++) {
      for (int column = 0; column < intrinsics.width(); column++) {
        double seenX = (column - intrinsics.cx()) / intrinsics.fx();
        double seenY = (row - intrinsics.cy()) / intrinsics.fy();
        double x = seenX;
        double y = seenY;
        for (int step = 0; step < INVERSE_STEPS; step++) {
          distort(x, y, bent);
          x += seenX - bent[0];
          y += seenY - bent[1];
        }
        all[i++] = (float) x;
        all[i++] = (float) y;
      }
    }
    return all;
  }
}
