package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.glance.GlanceRejection;
import io.gazeshift.adaptation.glance.GlanceSide;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.DomainPrior;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.adaptation.run.KnowledgeSource;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.CalibrationGlance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the configuration and the labelled glances say about a domain. Glances are read again for
 * each run. Those that make the prior do not judge what is adapted to it; if no prior is made of
 * them, all of them judge.
 *
 * @param present reads the glances that are stored now
 */
public record ConfiguredKnowledge(SitePriors priors, Supplier<Glances> present)
    implements KnowledgeSource {

  /** More would fill the report. */
  private static final int MOST_TOLD = 10;

  @Override
  public DomainKnowledge of(String domain, List<Rotation> cameraToVirtual) {
    Glances glances = present.get();
    List<CalibrationGlance> teaching =
        priors.isOfGlances(domain) ? glances.of(domain, GlanceSide.TEACHES) : List.of();
    Optional<DomainPrior> prior = priors.forDomain(domain, Glances.directions(teaching));
    boolean areSplit = priors.isOfGlances(domain) && prior.isPresent();
    List<CalibrationGlance> judging =
        areSplit ? glances.of(domain, GlanceSide.JUDGES) : glances.of(domain);
    return new DomainKnowledge(
        prior
            .map(known -> known.inVirtualAxes(cameraToVirtual))
            .orElseGet(SiteKnowledge.Unknown::new),
        glances.labelled(judging),
        notes(areSplit ? teaching.size() : 0, judging.size(), glances.rejected(domain)));
  }

  private static List<String> notes(int teaching, int judging, List<GlanceRejection> rejected) {
    List<String> notes = new ArrayList<>();
    if (teaching > 0) {
      notes.add("%d make the prior, %d others judge the candidate".formatted(teaching, judging));
    } else if (judging > 0) {
      notes.add("%d judge the candidate".formatted(judging));
    }
    rejected.stream().limit(MOST_TOLD).forEach(each -> notes.add("not used: " + each));
    if (rejected.size() > MOST_TOLD) {
      notes.add("not used: %d more".formatted(rejected.size() - MOST_TOLD));
    }
    return notes;
  }
}
