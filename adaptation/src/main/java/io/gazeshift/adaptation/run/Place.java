package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.glsge.gate.LabelledFrame;
import java.util.List;

/**
 * What people know of the place a domain stands for.
 *
 * @param site where people look there, in the axes of the head's predictions
 * @param labelled frames whose gaze is known, for the gate
 */
public record Place(SiteKnowledge site, List<LabelledFrame> labelled) {

  public static final Place UNKNOWN = new Place(new SiteKnowledge.Unknown(), List.of());

  public Place {
    labelled = List.copyOf(labelled);
  }
}
