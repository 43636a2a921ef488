package io.gazeshift.adaptation.prior;

import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.config.GazeCluster;
import io.gazeshift.adaptation.config.PriorConfig;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.GlancePrior;
import io.gazeshift.protocol.Gaze;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configured prior of each domain. Immutable. */
public final class SitePriors {

  private static final Logger log = LoggerFactory.getLogger(SitePriors.class);

  private final Map<String, DomainConfig> domains;

  private SitePriors(Map<String, DomainConfig> domains) {
    this.domains = domains;
  }

  /**
   * Warns of domains that no camera of the configuration belongs to.
   *
   * @param named the domains of the cameras; empty if this process has no cameras
   */
  public static SitePriors of(List<DomainConfig> configured, Set<String> named) {
    Map<String, DomainConfig> domains = new LinkedHashMap<>();
    for (DomainConfig domain : configured) {
      domains.put(domain.name(), domain);
      // Without cameras, this is a role that runs in another process.
      if (!named.isEmpty() && !named.contains(domain.name())) {
        log.warn(
            "domains: no camera belongs to '{}', only to {}; its settings have no effect here",
            domain.name(),
            named);
      }
    }
    return new SitePriors(domains);
  }

  /** Whether the prior of a domain is to be made of its glances. */
  public boolean isOfGlances(String name) {
    DomainConfig domain = domains.get(name);
    return domain != null && domain.prior() instanceof PriorConfig.Glances;
  }

  /** The prior of a domain without its glances. */
  public Optional<DomainPrior> forDomain(String name) {
    return forDomain(name, List.of());
  }

  /**
   * The prior of a domain; unknown if none is configured, or if it is to come from glances and
   * there are too few.
   *
   * @param glances the directions of the glances that teach, in the camera's axes
   */
  public Optional<DomainPrior> forDomain(String name, List<Gaze> glances) {
    DomainConfig domain = domains.get(name);
    if (domain == null) {
      return Optional.empty();
    }
    PriorConfig prior = domain.prior();
    if (prior instanceof PriorConfig.Clusters clusters) {
      return Optional.of(ofClusters(clusters, domain.distanceMm()));
    }
    if (prior instanceof PriorConfig.Targets targets) {
      return Optional.of(
          DomainPrior.of(
              targets.targets().stream().<GazeTarget>map(GazeTarget.Seen::new).toList(),
              domain.distanceMm()));
    }
    return prior instanceof PriorConfig.Glances ? ofGlances(domain, glances) : Optional.empty();
  }

  private static DomainPrior ofClusters(PriorConfig.Clusters prior, double distanceMm) {
    if (prior.isMeanOnly()) {
      GazeCluster mean = prior.clusters().get(0);
      return DomainPrior.ofMean(Gaze.ofDegrees(mean.pitchDeg(), mean.yawDeg()));
    }
    return DomainPrior.of(
        prior.clusters().stream().<GazeTarget>map(GazeTarget.Cluster::of).toList(), distanceMm);
  }

  private static Optional<DomainPrior> ofGlances(DomainConfig domain, List<Gaze> glances) {
    if (glances.size() < GlancePrior.FEWEST) {
      log.warn(
          "domains: '{}' has {} glances to make its prior of (the other half judges), and needs {};"
              + " collect more with 'gazeshift glances'",
          domain.name(),
          glances.size(),
          GlancePrior.FEWEST);
      return Optional.empty();
    }
    Matrix gaze = Matrix.zeros(glances.size(), 2);
    for (int i = 0; i < gaze.rows(); i++) {
      gaze.set(i, 0, glances.get(i).pitchRad());
      gaze.set(i, 1, glances.get(i).yawRad());
    }
    return Optional.of(
        DomainPrior.of(
            List.of(new GazeTarget.Cluster(GlancePrior.of(gaze).mixture().parts().get(0), 1)),
            domain.distanceMm()));
  }
}
