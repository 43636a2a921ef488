package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.run.KnowledgeSource;
import java.util.Map;
import java.util.Set;

/**
 * What is configured for single domains.
 *
 * @param knowledge what is known about each domain
 * @param shadowSamples how many faces a candidate predicts beside the active head before it is
 *     published; domains that are not listed publish immediately
 * @param configured the domains that the configuration names
 */
public record DomainRules(
    KnowledgeSource knowledge, Map<String, Integer> shadowSamples, Set<String> configured) {

  public DomainRules {
    shadowSamples = Map.copyOf(shadowSamples);
    configured = Set.copyOf(configured);
  }
}
