package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;

/**
 * The range of pitch and yaw in the training data of the source. Beyond it a head does not
 * extrapolate: it predicts little more than the edge of the range.
 *
 * @param least pitch and yaw, in radians; not to be changed
 * @param most likewise
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record TrainedGazeRange(double[] least, double[] most) {

  // The few that look furthest taught nothing reliable.
  private static final double TAIL = 0.01;

  /** All gaze there is, as if everything had been taught. */
  static final TrainedGazeRange EVERYTHING =
      new TrainedGazeRange(
          new double[] {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY},
          new double[] {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY});

  static TrainedGazeRange by(SourceBank train) {
    Matrix gaze = train.gaze();
    double[] least = new double[2];
    double[] most = new double[2];
    double[] sorted = new double[gaze.rows()];
    for (int c = 0; c < 2; c++) {
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] = gaze.get(i, c);
      }
      Arrays.sort(sorted);
      least[c] = sorted[(int) (TAIL * (sorted.length - 1))];
      most[c] = sorted[(int) ((1 - TAIL) * (sorted.length - 1))];
    }
    return new TrainedGazeRange(least, most);
  }

  /** How far an angle has to go to where the range begins; 0 within it. */
  double wayBack(int axis, double angleRad) {
    return Math.min(most[axis], Math.max(least[axis], angleRad)) - angleRad;
  }
}
