package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.glsge.gate.LabelledFrame;
import java.util.List;

/**
 * What operators have told the system about a domain.
 *
 * @param site where people look, in the axes of the head's predictions
 * @param labelled frames with known gaze, for the gate
 */
public record DomainKnowledge(SiteKnowledge site, List<LabelledFrame> labelled) {

  public static final DomainKnowledge UNKNOWN =
      new DomainKnowledge(new SiteKnowledge.Unknown(), List.of());

  public DomainKnowledge {
    labelled = List.copyOf(labelled);
  }
}
