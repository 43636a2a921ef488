package io.gazeshift.daemon.cli.offline;

import io.gazeshift.adaptation.config.GazeCluster;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.PriorClusters;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.cli.support.UserErrors;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.GlancePrior;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The site prior; a picocli mixin. */
final class SiteOptions {

  @Option(
      names = "--prior",
      paramLabel = "PITCH,YAW[,SIGMA_PITCH,SIGMA_YAW[,SHARE[,CORRELATION]]]",
      description =
          "Site prior: where people look, in degrees, in the axes of the bank's gaze; e.g."
              + " --prior=-10,0,6,8. Repeat it for each cluster of gaze; without sigmas it gives"
              + " the mean alone.")
  private List<String> prior = new ArrayList<>();

  @Option(
      names = "--glance",
      paramLabel = "PITCH,YAW",
      description =
          "Known direction of a glance in degrees, instead of --prior. Repeat it at least three"
              + " times.")
  private List<String> glances = new ArrayList<>();

  /** Whether a prior or glances are given. */
  boolean given() {
    return !prior.isEmpty() || !glances.isEmpty();
  }

  SiteKnowledge site() {
    if (!prior.isEmpty() && !glances.isEmpty()) {
      throw UserError.usage(
          "--glance, --prior: give only one of them; a prior has more information");
    }
    if (!glances.isEmpty()) {
      return new SiteKnowledge.Known(UserErrors.fromFlags(() -> GlancePrior.of(glances())));
    }
    if (prior.isEmpty()) {
      return new SiteKnowledge.Unknown();
    }
    List<GazeCluster> clusters = prior.stream().map(SiteOptions::cluster).toList();
    GazeCluster first = clusters.get(0);
    if (clusters.size() == 1 && first.spread().isEmpty()) {
      return new SiteKnowledge.Mean(
          Math.toRadians(first.pitchDeg()), Math.toRadians(first.yawDeg()));
    }
    if (clusters.stream().anyMatch(cluster -> cluster.spread().isEmpty())) {
      throw UserError.usage("--prior: with several clusters, give the sigmas of each");
    }
    return new SiteKnowledge.Known(UserErrors.fromFlags(() -> PriorClusters.law(clusters)));
  }

  private static GazeCluster cluster(String text) {
    return GazeCluster.parse(text)
        .orElseThrow(
            () -> UserError.usage("--prior: '%s' is not %s".formatted(text, GazeCluster.FORM)));
  }

  private Matrix glances() {
    Matrix gaze = Matrix.zeros(glances.size(), 2);
    for (int i = 0; i < gaze.rows(); i++) {
      GazeCluster glance = glance(glances.get(i));
      gaze.set(i, 0, Math.toRadians(glance.pitchDeg()));
      gaze.set(i, 1, Math.toRadians(glance.yawDeg()));
    }
    return gaze;
  }

  private static GazeCluster glance(String text) {
    return GazeCluster.parse(text)
        .filter(cluster -> cluster.spread().isEmpty())
        .orElseThrow(
            () -> UserError.usage("--glance: '%s' is not PITCH,YAW in degrees".formatted(text)));
  }
}
