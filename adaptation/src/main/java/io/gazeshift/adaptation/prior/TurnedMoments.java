package io.gazeshift.adaptation.prior;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns weighted directions into other axes and computes their mean and covariance as angles. Yaw
 * is measured relative to the mean direction, so that no distribution is split at ±180 degrees.
 */
final class TurnedMoments {

  /** A thousandth of a degree, so that rounding never makes a covariance singular. */
  private static final double LEAST_VARIANCE = Math.pow(Math.toRadians(1e-3), 2);

  private final List<double[]> vectors = new ArrayList<>();
  private final List<Double> weights = new ArrayList<>();
  private final double[] sum = new double[3];

  void add(Directions directions, Rotation turn) {
    for (int i = 0; i < directions.size(); i++) {
      add(directions.vector(i), directions.weight(i), turn);
    }
  }

  void add(double[] vector, double weight, Rotation turn) {
    double[] turned = turn.apply(vector);
    double length =
        Math.sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2]);
    for (int axis = 0; axis < 3; axis++) {
      turned[axis] /= length;
      sum[axis] += weight * turned[axis];
    }
    vectors.add(turned);
    weights.add(weight);
  }

  Gaze mean() {
    Gaussian law = law();
    return new Gaze(law.meanX(), law.meanY());
  }

  /** The normal distribution with these moments. */
  Gaussian law() {
    double middle = Gaze.along(sum[0], sum[1], sum[2]).yawRad();
    double total = 0;
    double pitch = 0;
    double yaw = 0;
    for (int i = 0; i < vectors.size(); i++) {
      Gaze gaze = gaze(i);
      total += weights.get(i);
      pitch += weights.get(i) * gaze.pitchRad();
      yaw += weights.get(i) * from(middle, gaze);
    }
    pitch /= total;
    yaw /= total;
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (int i = 0; i < vectors.size(); i++) {
      Gaze gaze = gaze(i);
      double dx = gaze.pitchRad() - pitch;
      double dy = from(middle, gaze) - yaw;
      xx += weights.get(i) * dx * dx;
      xy += weights.get(i) * dx * dy;
      yy += weights.get(i) * dy * dy;
    }
    return new Gaussian(
        pitch,
        middle + yaw,
        new Covariance(xx / total + LEAST_VARIANCE, xy / total, yy / total + LEAST_VARIANCE));
  }

  private Gaze gaze(int i) {
    double[] vector = vectors.get(i);
    return Gaze.along(vector[0], vector[1], vector[2]);
  }

  private static double from(double middle, Gaze gaze) {
    return Math.IEEEremainder(gaze.yawRad() - middle, 2 * Math.PI);
  }
}
