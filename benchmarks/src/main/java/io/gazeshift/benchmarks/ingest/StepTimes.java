package io.gazeshift.benchmarks.ingest;

/**
 * What the steps of a tracked frame cost, in milliseconds of one thread's CPU time: finding
 * landmarks and pose, warping the patch, and writing it as JPEG.
 */
public record StepTimes(double locateMs, double warpMs, double jpegMs) {

  public double totalMs() {
    return locateMs + warpMs + jpegMs;
  }
}
