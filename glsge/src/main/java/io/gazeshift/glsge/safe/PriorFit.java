package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.List;

/**
 * Fits a site prior to a head's predictions by expectation maximisation: shifted as a whole,
 * blurred by the head's noise, with free shares of the clusters. Because the shares are free, a few
 * more looks at one mirror than the prior states do not count as a bias.
 */
final class PriorFit {

  private static final int STEPS = 40;
  private static final double FIRST_NOISE = Math.pow(Math.toRadians(2), 2);
  private static final double LEAST_NOISE = Math.pow(Math.toRadians(0.5), 2);
  // Shares are drawn to the prior's as if one more fixation had followed it.
  private static final double PRIOR_COUNTS = 1;

  private final Matrix gaze;
  private final List<Gaussian> clusters;
  private final double[] priorShares;
  private final double[] shares;
  private final double[] noise = {FIRST_NOISE, FIRST_NOISE};
  private final double[] moved;
  private final double[] precision = new double[3];
  private double logLikelihood;

  private PriorFit(Matrix gaze, SitePrior prior, double[] start) {
    this.gaze = gaze;
    this.clusters = prior.mixture().parts();
    this.priorShares = prior.mixture().shares();
    this.shares = priorShares.clone();
    this.moved = start;
    for (int step = 0; step < STEPS; step++) {
      improve(responsibilities());
    }
  }

  /** The better of two fits: one begins at the prior itself, one at the mean of the predictions. */
  static PriorFit of(Matrix fixationMeans, SitePrior prior) {
    double[] mean = Columns.mean(fixationMeans);
    PriorFit near = new PriorFit(fixationMeans, prior, new double[2]);
    PriorFit far =
        new PriorFit(
            fixationMeans, prior, new double[] {mean[0] - prior.meanX(), mean[1] - prior.meanY()});
    return far.logLikelihood > near.logLikelihood ? far : near;
  }

  /** By how much the prior had to be moved, pitch and yaw. */
  double[] moved() {
    return moved.clone();
  }

  /** How far that is in standard errors, squared. */
  double squaredErrors() {
    return precision[0] * moved[0] * moved[0]
        + 2 * precision[1] * moved[0] * moved[1]
        + precision[2] * moved[1] * moved[1];
  }

  /** The prior with the shares of these fixations. */
  SitePrior sampled() {
    return SitePrior.of(clusters, shares);
  }

  private double[][] responsibilities() {
    double[][] responsible = new double[gaze.rows()][clusters.size()];
    logLikelihood = 0;
    for (int i = 0; i < gaze.rows(); i++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < clusters.size(); k++) {
        Gaussian cluster = clusters.get(k);
        Covariance spread = blurred(cluster);
        responsible[i][k] =
            Math.log(shares[k])
                - 0.5 * Math.log(spread.determinant())
                - 0.5
                    * spread.mahalanobisSquared(
                        gaze.get(i, 0) - cluster.meanX() - moved[0],
                        gaze.get(i, 1) - cluster.meanY() - moved[1]);
        largest = Math.max(largest, responsible[i][k]);
      }
      double sum = 0;
      for (int k = 0; k < clusters.size(); k++) {
        responsible[i][k] = Math.exp(responsible[i][k] - largest);
        sum += responsible[i][k];
      }
      for (int k = 0; k < clusters.size(); k++) {
        responsible[i][k] /= sum;
      }
      logLikelihood += largest + Math.log(sum);
    }
    return responsible;
  }

  private void improve(double[][] responsible) {
    double[] sums = new double[2];
    Arrays.fill(precision, 0);
    for (int k = 0; k < clusters.size(); k++) {
      Gaussian cluster = clusters.get(k);
      double count = 0;
      double pitch = 0;
      double yaw = 0;
      for (int i = 0; i < gaze.rows(); i++) {
        count += responsible[i][k];
        pitch += responsible[i][k] * (gaze.get(i, 0) - cluster.meanX());
        yaw += responsible[i][k] * (gaze.get(i, 1) - cluster.meanY());
      }
      shares[k] = (count + PRIOR_COUNTS * priorShares[k]) / (gaze.rows() + PRIOR_COUNTS);
      Covariance spread = blurred(cluster);
      double det = spread.determinant();
      precision[0] += count * spread.yy() / det;
      precision[1] -= count * spread.xy() / det;
      precision[2] += count * spread.xx() / det;
      sums[0] += (spread.yy() * pitch - spread.xy() * yaw) / det;
      sums[1] += (spread.xx() * yaw - spread.xy() * pitch) / det;
    }
    double det = precision[0] * precision[2] - precision[1] * precision[1];
    moved[0] = (precision[2] * sums[0] - precision[1] * sums[1]) / det;
    moved[1] = (precision[0] * sums[1] - precision[1] * sums[0]) / det;
    blur(responsible);
  }

  /** What the clusters themselves do not explain is the head's noise. */
  private void blur(double[][] responsible) {
    double[] beyond = new double[2];
    for (int k = 0; k < clusters.size(); k++) {
      Gaussian cluster = clusters.get(k);
      for (int i = 0; i < gaze.rows(); i++) {
        double pitch = gaze.get(i, 0) - cluster.meanX() - moved[0];
        double yaw = gaze.get(i, 1) - cluster.meanY() - moved[1];
        double share = responsible[i][k] / gaze.rows();
        beyond[0] += share * (pitch * pitch - cluster.covariance().xx());
        beyond[1] += share * (yaw * yaw - cluster.covariance().yy());
      }
    }
    noise[0] = Math.max(beyond[0], LEAST_NOISE);
    noise[1] = Math.max(beyond[1], LEAST_NOISE);
  }

  private Covariance blurred(Gaussian cluster) {
    Covariance own = cluster.covariance();
    return new Covariance(own.xx() + noise[0], own.xy(), own.yy() + noise[1]);
  }
}
