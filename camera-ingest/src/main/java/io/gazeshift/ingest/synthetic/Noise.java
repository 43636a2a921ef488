package io.gazeshift.ingest.synthetic;

/** Smooth noise over the plane, the same for the same seed. */
final class Noise {

  private final long seed;

  Noise(long seed) {
    this.seed = seed;
  }

  /** Between -1 and 1, changing over a distance of about 1. */
  double at(double x, double y) {
    double fx = Math.floor(x);
    double fy = Math.floor(y);
    long ix = (long) fx;
    long iy = (long) fy;
    double u = eased(x - fx);
    double v = eased(y - fy);
    double top = node(ix, iy) + u * (node(ix + 1, iy) - node(ix, iy));
    double bottom = node(ix, iy + 1) + u * (node(ix + 1, iy + 1) - node(ix, iy + 1));
    return top + v * (bottom - top);
  }

  private static double eased(double t) {
    return t * t * (3 - 2 * t);
  }

  private double node(long x, long y) {
    long h = seed ^ x * 0x9E3779B97F4A7C15L ^ y * 0xC2B2AE3D27D4EB4FL;
    h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
    h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
    return (h >> 11) * 0x1p-52;
  }
}
