package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.adaptation.run.Place;
import io.gazeshift.adaptation.run.Places;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Rotation;
import java.util.List;

/**
 * Places as the configuration and the labelled glances describe them; glances are read anew for
 * each run.
 *
 * @param fingerprint of the backbone whose features the heads take
 */
public record ConfiguredPlaces(SitePriors priors, KafkaAccess kafka, String fingerprint)
    implements Places {

  @Override
  public Place of(String domain, List<Rotation> cameraToVirtual) {
    Glances glances = Glances.read(kafka);
    SiteKnowledge site =
        priors
            .forDomain(domain, glances.directions(domain))
            .map(prior -> prior.inVirtualAxes(cameraToVirtual))
            .orElseGet(SiteKnowledge.Unknown::new);
    return new Place(site, glances.labelled(domain, fingerprint));
  }
}
