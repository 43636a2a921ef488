package io.gazeshift.daemon.adapt;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.calibration.Glances;
import io.gazeshift.daemon.offline.Site;
import io.gazeshift.daemon.site.SitePriors;
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
    Site site =
        priors
            .forDomain(domain, glances.directions(domain))
            .map(prior -> prior.inVirtualAxes(cameraToVirtual))
            .orElseGet(Site.Unknown::new);
    return new Place(site, glances.labelled(domain, fingerprint));
  }
}
