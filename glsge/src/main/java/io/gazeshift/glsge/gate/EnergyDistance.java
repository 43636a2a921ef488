package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.SplittableRandom;

/**
 * The energy distance between directions and a gaze distribution: zero if both are distributed
 * alike, and larger the more they differ in position or width (Székely and Rizzo). The prior stands
 * for itself as many points, drawn cluster by cluster.
 */
final class EnergyDistance {

  private static final int POINTS_PER_CLUSTER = 200;
  private static final long SEED = 1;

  private final double[] pitch;
  private final double[] yaw;
  private final double[] share;
  private final double own;

  EnergyDistance(SitePrior prior) {
    int clusters = prior.mixture().parts().size();
    pitch = new double[clusters * POINTS_PER_CLUSTER];
    yaw = new double[pitch.length];
    share = new double[pitch.length];
    SplittableRandom random = new SplittableRandom(SEED);
    for (int k = 0; k < clusters; k++) {
      Gaussian cluster = prior.mixture().parts().get(k);
      Covariance spread = cluster.covariance();
      double alongPitch = spread.xSigma();
      double slope = spread.xy() / alongPitch;
      double rest = Math.sqrt(Math.max(0, spread.yy() - slope * slope));
      for (int i = 0; i < POINTS_PER_CLUSTER; i++) {
        int at = k * POINTS_PER_CLUSTER + i;
        double u = random.nextGaussian();
        pitch[at] = cluster.meanX() + alongPitch * u;
        yaw[at] = cluster.meanY() + slope * u + rest * random.nextGaussian();
        share[at] = prior.mixture().shares()[k] / POINTS_PER_CLUSTER;
      }
    }
    double sum = 0;
    for (int i = 0; i < pitch.length; i++) {
      sum += share[i] * toPrior(pitch[i], yaw[i]);
    }
    own = sum;
  }

  /** The mean distance of a direction to the prior's points. */
  private double toPrior(double atPitch, double atYaw) {
    double sum = 0;
    for (int j = 0; j < pitch.length; j++) {
      sum += share[j] * Math.hypot(atPitch - pitch[j], atYaw - yaw[j]);
    }
    return sum;
  }

  /** The distances of some directions, from which that of any sample of them follows. */
  Directions of(Matrix gaze) {
    int n = gaze.rows();
    double[] toPrior = new double[n];
    Matrix apart = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      toPrior[i] = toPrior(gaze.get(i, 0), gaze.get(i, 1));
      for (int j = 0; j < i; j++) {
        double d = Math.hypot(gaze.get(i, 0) - gaze.get(j, 0), gaze.get(i, 1) - gaze.get(j, 1));
        apart.set(i, j, d);
        apart.set(j, i, d);
      }
    }
    return new Directions(toPrior, apart);
  }

  /** Directions that are compared with the prior. */
  final class Directions {

    private final double[] toPrior;
    private final Matrix apart;

    private Directions(double[] toPrior, Matrix apart) {
      this.toPrior = toPrior;
      this.apart = apart;
    }

    /** The distance where each direction counts so often; in radians. */
    double distance(int[] counts) {
      double n = 0;
      double cross = 0;
      double within = 0;
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0) {
          n += counts[i];
          cross += counts[i] * toPrior[i];
          double sum = 0;
          for (int j = 0; j < counts.length; j++) {
            sum += counts[j] * apart.get(i, j);
          }
          within += counts[i] * sum;
        }
      }
      return 2 * cross / n - within / (n * n) - own;
    }
  }
}
