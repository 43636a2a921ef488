package io.gazeshift.inference.smooth;

import io.gazeshift.protocol.Gaze;

/**
 * The One-Euro filter (Casiez, Roussel and Vogel 2012) for a direction: a low-pass whose cut-off
 * grows with the speed of the gaze, so that a resting gaze is steady and a moving one is not late.
 * It works on the unit vector, which has no seam. Not thread-safe.
 */
final class OneEuroFilter {

  /** Of the speed; the value that its authors propose. */
  private static final double SPEED_CUTOFF_HZ = 1;

  private final double minCutoffHz;
  private final double beta;
  private final double[] raw;
  private final double[] smooth;
  private final double[] speed = new double[3];
  private long lastMicros;

  /**
   * Begins with a frame.
   *
   * @param beta how much the cut-off grows, in hertz for each degree a second
   */
  OneEuroFilter(double minCutoffHz, double beta, Gaze first, long captureMicros) {
    this.minCutoffHz = minCutoffHz;
    this.beta = beta;
    this.raw = first.vector();
    this.smooth = first.vector();
    this.lastMicros = captureMicros;
  }

  long lastMicros() {
    return lastMicros;
  }

  /** Takes the next frame, which was captured later. */
  Gaze next(Gaze gaze, long captureMicros) {
    double seconds = (captureMicros - lastMicros) / 1e6;
    lastMicros = captureMicros;
    double[] now = gaze.vector();
    double speedShare = share(SPEED_CUTOFF_HZ, seconds);
    double squares = 0;
    for (int axis = 0; axis < 3; axis++) {
      speed[axis] += speedShare * ((now[axis] - raw[axis]) / seconds - speed[axis]);
      squares += speed[axis] * speed[axis];
      raw[axis] = now[axis];
    }
    double share = share(minCutoffHz + beta * Math.toDegrees(Math.sqrt(squares)), seconds);
    for (int axis = 0; axis < 3; axis++) {
      smooth[axis] += share * (now[axis] - smooth[axis]);
    }
    return Gaze.along(smooth[0], smooth[1], smooth[2]);
  }

  /** How much of a new value a low-pass of first order takes. */
  private static double share(double cutoffHz, double seconds) {
    double turns = 2 * Math.PI * cutoffHz * seconds;
    return turns / (1 + turns);
  }
}
