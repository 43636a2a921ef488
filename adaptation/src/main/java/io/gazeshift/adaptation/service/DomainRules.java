package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.run.KnowledgeSource;
import java.util.Map;

/**
 * What is configured for single domains.
 *
 * @param knowledge what is known about each domain
 * @param shadowSamples how many faces a candidate predicts beside the active head before it is
 *     published; domains that are not listed publish immediately
 */
public record DomainRules(KnowledgeSource knowledge, Map<String, Integer> shadowSamples) {

  public DomainRules {
    shadowSamples = Map.copyOf(shadowSamples);
  }
}
