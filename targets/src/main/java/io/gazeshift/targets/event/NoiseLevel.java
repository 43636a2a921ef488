package io.gazeshift.targets.event;

import io.gazeshift.protocol.Gaze;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * How much the gaze of a resting eye jumps from frame to frame: the median of the last angles
 * between neighbouring frames. Saccades are few, so the median does not see them.
 */
final class NoiseLevel {

  private static final int REMEMBERED = 31;

  /** With so few angles, one saccade would count too much. */
  private static final int FEWEST = 7;

  /**
   * The median angle between two frames of a noise with standard deviation 1 along each axis: that
   * of a Rayleigh distribution with standard deviation √2.
   */
  private static final double MEDIAN_PER_SIGMA = Math.sqrt(2) * Math.sqrt(2 * Math.log(2));

  private final double[] angles = new double[REMEMBERED];
  private int count;

  void add(Gaze before, Gaze now) {
    angles[count % REMEMBERED] = before.angleToRad(now);
    count++;
  }

  /** The standard deviation along each axis; 0 while too little is known. */
  double sigmaRad() {
    int known = Math.min(count, REMEMBERED);
    if (known < FEWEST) {
      return 0;
    }
    double[] sorted = Arrays.copyOf(angles, known);
    Arrays.sort(sorted);
    return sorted[known / 2] / MEDIAN_PER_SIGMA;
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(count);
    for (double angle : angles) {
      out.writeDouble(angle);
    }
  }

  void read(DataInput in) throws IOException {
    count = in.readInt();
    for (int i = 0; i < REMEMBERED; i++) {
      angles[i] = in.readDouble();
    }
  }
}
