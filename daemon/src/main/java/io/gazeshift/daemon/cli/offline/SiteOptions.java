package io.gazeshift.daemon.cli.offline;

import io.gazeshift.adaptation.config.GazeCluster;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.PriorClusters;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.cli.support.Asked;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.GlancePrior;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What the installer knows of where people look; a picocli mixin. */
final class SiteOptions {

  @Option(
      names = "--prior",
      paramLabel = "PITCH,YAW[,SIGMA_PITCH,SIGMA_YAW[,SHARE[,CORRELATION]]]",
      description =
          "Where people look at the site, in degrees, in the axes of the bank's gaze. Repeat it for"
              + " each cluster of gaze; without sigmas it is the mean alone. Write"
              + " --prior=-10,0,6,8.")
  private List<String> prior = new ArrayList<>();

  @Option(
      names = "--glance",
      paramLabel = "PITCH,YAW",
      description =
          "Instead of --prior: a glance whose direction is known, in degrees. Repeat it, at least"
              + " three times.")
  private List<String> glances = new ArrayList<>();

  /** Whether anything was said of the site. */
  boolean given() {
    return !prior.isEmpty() || !glances.isEmpty();
  }

  SiteKnowledge site() {
    if (!prior.isEmpty() && !glances.isEmpty()) {
      throw UserError.usage("--glance: goes without --prior; a prior says more than glances do");
    }
    if (!glances.isEmpty()) {
      return new SiteKnowledge.Known(Asked.rightly(() -> GlancePrior.of(glances())));
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
      throw UserError.usage("--prior: of several clusters, each needs its sigmas");
    }
    return new SiteKnowledge.Known(Asked.rightly(() -> PriorClusters.law(clusters)));
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
