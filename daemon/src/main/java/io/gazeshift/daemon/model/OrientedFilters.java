package io.gazeshift.daemon.model;

/**
 * A fixed bank of small edge and bar detectors (Gabor functions) at evenly spaced orientations,
 * each with both signs: light on dark and dark on light.
 */
final class OrientedFilters {

  static final int SIZE = 5;
  static final int COUNT = 16;

  private static final int ORIENTATIONS = 4;
  private static final double SIGMA_PX = 1.5;
  private static final double WAVELENGTH_PX = 5;

  /** Even (a bar) and odd (an edge). */
  private static final double[] PHASES_RAD = {0, Math.PI / 2};

  private OrientedFilters() {}

  /** [COUNT, 1, SIZE, SIZE]; each kernel has mean 0 and absolute values that sum to 1. */
  static float[] kernels() {
    int area = SIZE * SIZE;
    float[] kernels = new float[COUNT * area];
    int at = 0;
    for (int orientation = 0; orientation < ORIENTATIONS; orientation++) {
      double angleRad = Math.PI * orientation / ORIENTATIONS;
      for (double phaseRad : PHASES_RAD) {
        double[] kernel = gabor(angleRad, phaseRad);
        for (int i = 0; i < area; i++) {
          kernels[at + i] = (float) kernel[i];
          kernels[at + area + i] = (float) -kernel[i];
        }
        at += 2 * area;
      }
    }
    return kernels;
  }

  private static double[] gabor(double angleRad, double phaseRad) {
    double[] kernel = new double[SIZE * SIZE];
    double sum = 0;
    for (int i = 0; i < kernel.length; i++) {
      double y = i / SIZE - SIZE / 2;
      double x = i % SIZE - SIZE / 2;
      double across = x * Math.cos(angleRad) + y * Math.sin(angleRad);
      kernel[i] =
          Math.exp(-(x * x + y * y) / (2 * SIGMA_PX * SIGMA_PX))
              * Math.cos(2 * Math.PI * across / WAVELENGTH_PX + phaseRad);
      sum += kernel[i];
    }
    double magnitude = 0;
    for (int i = 0; i < kernel.length; i++) {
      kernel[i] -= sum / kernel.length;
      magnitude += Math.abs(kernel[i]);
    }
    for (int i = 0; i < kernel.length; i++) {
      kernel[i] /= magnitude;
    }
    return kernel;
  }
}
