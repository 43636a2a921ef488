package io.gazeshift.daemon.cli;

import io.gazeshift.common.UserError;
import io.gazeshift.daemon.offline.Site;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.GlancePrior;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What the installer knows of where people look; a picocli mixin. */
final class SiteOptions {

  private static final String PRIOR_FORM =
      "PITCH,YAW[,SIGMA_PITCH,SIGMA_YAW[,SHARE[,CORRELATION]]]";

  @Option(
      names = "--prior",
      paramLabel = PRIOR_FORM,
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

  Site site() {
    if (!prior.isEmpty() && !glances.isEmpty()) {
      throw UserError.usage("--glance: goes without --prior; a prior says more than glances do");
    }
    if (!glances.isEmpty()) {
      return new Site.Known(Asked.rightly(() -> GlancePrior.of(glances())));
    }
    if (prior.isEmpty()) {
      return new Site.Unknown();
    }
    if (prior.size() == 1 && prior.get(0).split(",", -1).length == 2) {
      double[] mean = numbers("--prior", PRIOR_FORM, prior.get(0), 2, 2);
      return new Site.Mean(Math.toRadians(mean[0]), Math.toRadians(mean[1]));
    }
    return new Site.Known(Asked.rightly(this::clusters));
  }

  private SitePrior clusters() {
    List<Gaussian> clusters = new ArrayList<>();
    double[] shares = new double[prior.size()];
    for (int i = 0; i < shares.length; i++) {
      double[] numbers = numbers("--prior", PRIOR_FORM, prior.get(i), 4, 6);
      double pitchSigma = Math.toRadians(numbers[2]);
      double yawSigma = Math.toRadians(numbers[3]);
      shares[i] = numbers.length > 4 ? numbers[4] : 1;
      double correlation = numbers.length > 5 ? numbers[5] : 0;
      if (!(pitchSigma > 0 && yawSigma > 0 && shares[i] > 0 && Math.abs(correlation) < 1)) {
        throw UserError.usage(
            "--prior: '%s' needs sigmas and a share above 0, and a correlation within ±1"
                .formatted(prior.get(i)));
      }
      clusters.add(
          new Gaussian(
              Math.toRadians(numbers[0]),
              Math.toRadians(numbers[1]),
              new Covariance(
                  pitchSigma * pitchSigma,
                  correlation * pitchSigma * yawSigma,
                  yawSigma * yawSigma)));
    }
    return SitePrior.of(clusters, shares);
  }

  private Matrix glances() {
    Matrix gaze = Matrix.zeros(glances.size(), 2);
    for (int i = 0; i < gaze.rows(); i++) {
      double[] glance = numbers("--glance", "PITCH,YAW", glances.get(i), 2, 2);
      gaze.set(i, 0, Math.toRadians(glance[0]));
      gaze.set(i, 1, Math.toRadians(glance[1]));
    }
    return gaze;
  }

  private static double[] numbers(String flag, String form, String text, int fewest, int most) {
    String[] parts = text.split(",", -1);
    double[] numbers = new double[parts.length];
    boolean fits = parts.length >= fewest && parts.length <= most;
    try {
      for (int i = 0; i < parts.length; i++) {
        numbers[i] = Double.parseDouble(parts[i].strip());
        fits &= Double.isFinite(numbers[i]);
      }
    } catch (NumberFormatException e) {
      fits = false;
    }
    if (!fits) {
      throw UserError.usage("%s: '%s' is not %s in degrees".formatted(flag, text, form));
    }
    return numbers;
  }
}
