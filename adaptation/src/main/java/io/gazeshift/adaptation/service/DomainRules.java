package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.config.LabelModelName;
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
 * @param labelModels of GLSGE; domains that are not listed use the usual one
 */
public record DomainRules(
    KnowledgeSource knowledge,
    Map<String, Integer> shadowSamples,
    Set<String> configured,
    Map<String, LabelModelName> labelModels) {

  public DomainRules {
    shadowSamples = Map.copyOf(shadowSamples);
    configured = Set.copyOf(configured);
    labelModels = Map.copyOf(labelModels);
  }

  public DomainRules(
      KnowledgeSource knowledge, Map<String, Integer> shadowSamples, Set<String> configured) {
    this(knowledge, shadowSamples, configured, Map.of());
  }
}
