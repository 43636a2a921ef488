package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.glsge.gate.LabelledFrame;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * What operators have told the system about a domain.
 *
 * @param site where people look, in the axes of the head's predictions
 * @param labelled frames with known gaze, for the gate; the site is not known from these
 * @param notes about the glances behind both, for the report
 */
public record DomainKnowledge(
    SiteKnowledge site, List<LabelledFrame> labelled, List<String> notes) {

  public static final DomainKnowledge UNKNOWN =
      new DomainKnowledge(new SiteKnowledge.Unknown(), List.of());

  public DomainKnowledge {
    labelled = List.copyOf(labelled);
    notes = List.copyOf(notes);
  }

  public DomainKnowledge(SiteKnowledge site, List<LabelledFrame> labelled) {
    this(site, labelled, List.of());
  }

  /** The same with what is known of how often each glance has judged before. */
  public DomainKnowledge withLooks(ToIntFunction<String> earlierLooks) {
    return new DomainKnowledge(
        site,
        labelled.stream()
            .map(frame -> frame.withEarlierLooks(earlierLooks.applyAsInt(frame.glance())))
            .toList(),
        notes);
  }

  /** The names of the glances that judge. */
  public Set<String> judges() {
    return labelled.stream()
        .map(LabelledFrame::glance)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
