package io.gazeshift.daemon.roles;

import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.config.PriorConfig;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.DomainPrior;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.inference.person.ExpectedGaze;
import io.gazeshift.inference.person.PitchYaw;
import io.gazeshift.protocol.Rotation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Where people are expected to look by the configured priors. Immutable. */
final class PriorGaze implements ExpectedGaze {

  /** Where only the mean is configured: wide, so that little is concluded from a few fixations. */
  private static final double USUAL_SPREAD_RAD = Math.toRadians(15);

  private final Map<String, DomainPrior> byDomain;

  /** A prior that comes from glances is not known here. */
  PriorGaze(List<DomainConfig> domains) {
    List<DomainConfig> known =
        domains.stream().filter(d -> !(d.prior() instanceof PriorConfig.Glances)).toList();
    SitePriors priors = SitePriors.of(known, Set.of());
    this.byDomain =
        known.stream()
            .filter(domain -> priors.forDomain(domain.name()).isPresent())
            .collect(
                Collectors.toUnmodifiableMap(
                    DomainConfig::name, domain -> priors.forDomain(domain.name()).orElseThrow()));
  }

  @Override
  public Optional<Moments> of(String domain, Rotation cameraToVirtual) {
    return Optional.ofNullable(byDomain.get(domain))
        .map(prior -> moments(prior.inVirtualAxes(List.of(cameraToVirtual))));
  }

  private static Moments moments(SiteKnowledge knowledge) {
    if (knowledge instanceof SiteKnowledge.Mean mean) {
      return new Moments(
          new PitchYaw(mean.pitchRad(), mean.yawRad()),
          new PitchYaw(USUAL_SPREAD_RAD, USUAL_SPREAD_RAD));
    }
    SitePrior law = knowledge.law().orElseThrow();
    return new Moments(
        new PitchYaw(law.meanX(), law.meanY()),
        new PitchYaw(Math.sqrt(law.covariance().xx()), Math.sqrt(law.covariance().yy())));
  }
}
