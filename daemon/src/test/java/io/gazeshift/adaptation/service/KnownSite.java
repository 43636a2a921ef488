package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.config.GazeCluster;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.PriorClusters;
import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.adaptation.run.KnowledgeSource;
import io.gazeshift.testing.SmallModel;
import java.util.List;

/** What a site says of itself where people look as in {@link SmallModel#stream}. */
final class KnownSite {

  /** The same prior for every domain, and no glances. */
  static final KnowledgeSource SOURCE =
      (domain, cameraToVirtual) ->
          new DomainKnowledge(
              new SiteKnowledge.Known(
                  PriorClusters.law(List.of(GazeCluster.parse(SmallModel.PRIOR).orElseThrow()))),
              List.of());

  private KnownSite() {}
}
