package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.adaptation.run.KnowledgeSource;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Rotation;
import java.util.List;

/**
 * What the configuration and the labelled glances say about a domain. Glances are read again for
 * each run.
 *
 * @param fingerprint of the backbone whose features the heads take
 */
public record ConfiguredKnowledge(SitePriors priors, KafkaAccess kafka, String fingerprint)
    implements KnowledgeSource {

  @Override
  public DomainKnowledge of(String domain, List<Rotation> cameraToVirtual) {
    Glances glances = Glances.read(kafka);
    SiteKnowledge site =
        priors
            .forDomain(domain, glances.directions(domain))
            .map(prior -> prior.inVirtualAxes(cameraToVirtual))
            .orElseGet(SiteKnowledge.Unknown::new);
    return new DomainKnowledge(site, glances.labelled(domain, fingerprint));
  }
}
