package io.gazeshift.adaptation.prior;

import io.gazeshift.adaptation.config.GazeCluster;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import java.util.List;

/** Converts clusters from configuration, in degrees, to those of the algorithm, in radians. */
public final class PriorClusters {

  private PriorClusters() {}

  /** The distribution of clusters that all have a spread, in the axes of the clusters. */
  public static SitePrior law(List<GazeCluster> clusters) {
    return SitePrior.of(
        clusters.stream().map(PriorClusters::gaussian).toList(),
        clusters.stream().mapToDouble(GazeCluster::share).toArray());
  }

  static Gaussian gaussian(GazeCluster cluster) {
    GazeCluster.Spread spread = cluster.spread().orElseThrow();
    double pitchSigma = Math.toRadians(spread.pitchSigmaDeg());
    double yawSigma = Math.toRadians(spread.yawSigmaDeg());
    return new Gaussian(
        Math.toRadians(cluster.pitchDeg()),
        Math.toRadians(cluster.yawDeg()),
        new Covariance(
            pitchSigma * pitchSigma,
            spread.correlation() * pitchSigma * yawSigma,
            yawSigma * yawSigma));
  }
}
