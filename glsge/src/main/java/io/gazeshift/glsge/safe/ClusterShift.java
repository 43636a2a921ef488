package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.label.Gaussian;

/**
 * The shift of one gaze cluster in a head's predictions, relative to the affine map of all
 * clusters. A head has a small error of its own at every cluster, and a large one beyond the range
 * of gaze it was trained on: there it is expected to predict the edge of that range. The estimate
 * is the posterior of a normal distribution, separately for pitch and yaw.
 */
final class ClusterShift {

  private static final double ANYWHERE = Math.toRadians(2);
  // Of the way back to what was taught.
  private static final double BEYOND = 0.5;

  private final double[] expected = new double[2];
  private final double[] plausible = new double[2];
  private final double[] shift;
  private final double[] variance;

  private ClusterShift(Gaussian place, TrainedGazeRange taught) {
    double[] mean = {place.meanX(), place.meanY()};
    for (int c = 0; c < 2; c++) {
      expected[c] = taught.wayBack(c, mean[c]);
      plausible[c] = Math.pow(ANYWHERE + BEYOND * Math.abs(expected[c]), 2);
    }
    this.shift = expected.clone();
    this.variance = plausible.clone();
  }

  private ClusterShift() {
    this.shift = new double[2];
    this.variance = new double[2];
  }

  static ClusterShift of(Gaussian place, TrainedGazeRange taught) {
    return new ClusterShift(place, taught);
  }

  /** Of the only place, which the view of all places moves already. */
  static ClusterShift none() {
    return new ClusterShift();
  }

  /** The likeliest, on one axis. */
  double at(int axis) {
    return shift[axis];
  }

  /** How unsure that is. */
  double variance(int axis) {
    return variance[axis];
  }

  /**
   * Learns anew from what was said of a place.
   *
   * @param count how many fixations there were
   * @param beside the sum of how far each was beside the view of all places
   * @param scatter the variance of a single one
   */
  void learn(int axis, double count, double beside, double scatter) {
    if (plausible[axis] > 0) {
      double weight = count + scatter / plausible[axis];
      shift[axis] = expected[axis] + (beside - count * expected[axis]) / weight;
      variance[axis] = scatter / weight;
    }
  }
}
