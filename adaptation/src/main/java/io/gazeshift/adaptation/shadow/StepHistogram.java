package io.gazeshift.adaptation.shadow;

/**
 * How far a gaze goes from one frame to the next, in little memory: classes that are 5 % wide each.
 * Not thread-safe.
 */
final class StepHistogram {

  private static final double SMALLEST_DEG = 0.001;
  private static final double WIDTH = Math.log(1.05);
  private static final int CLASSES = 250;

  private final int[] counts = new int[CLASSES];
  private long total;

  void add(double degrees) {
    double place = Math.log(Math.max(degrees, SMALLEST_DEG) / SMALLEST_DEG) / WIDTH;
    counts[Math.min((int) place, CLASSES - 1)]++;
    total++;
  }

  long total() {
    return total;
  }

  /** Half of the steps are shorter; 0 where there are none. */
  double medianDeg() {
    long below = 0;
    for (int i = 0; i < CLASSES; i++) {
      below += counts[i];
      if (2 * below >= total && total > 0) {
        return SMALLEST_DEG * Math.exp(WIDTH * (i + 0.5));
      }
    }
    return 0;
  }
}
