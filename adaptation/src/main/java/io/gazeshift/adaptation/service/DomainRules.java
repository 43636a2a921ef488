package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.config.LabelModelName;
import io.gazeshift.adaptation.run.KnowledgeSource;
import java.util.Map;

/**
 * What is configured for single domains.
 *
 * @param knowledge what is known about each domain
 * @param shadowSamples how many faces a candidate predicts beside the active head before it is
 *     published; domains that are not listed publish immediately
 * @param labelModels of GLSGE; domains that are not listed use the usual one
 */
public record DomainRules(
    KnowledgeSource knowledge,
    Map<String, Integer> shadowSamples,
    Map<String, LabelModelName> labelModels) {

  public DomainRules {
    shadowSamples = Map.copyOf(shadowSamples);
    labelModels = Map.copyOf(labelModels);
  }

  public DomainRules(KnowledgeSource knowledge, Map<String, Integer> shadowSamples) {
    this(knowledge, shadowSamples, Map.of());
  }
}
