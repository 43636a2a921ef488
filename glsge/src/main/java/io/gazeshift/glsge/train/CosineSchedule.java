package io.gazeshift.glsge.train;

/** A learning rate that falls from its start to 0 along half a cosine. */
public record CosineSchedule(double start, int steps) {

  public CosineSchedule {
    if (!(start > 0) || Double.isInfinite(start)) {
      throw new IllegalArgumentException("a learning rate must be above 0, got " + start);
    }
    if (steps < 1) {
      throw new IllegalArgumentException("a schedule needs at least 1 step, got " + steps);
    }
  }

  /** The rate after a number of steps. */
  public double at(int step) {
    return 0.5 * start * (1 + Math.cos(Math.PI * Math.min(step, steps) / steps));
  }
}
