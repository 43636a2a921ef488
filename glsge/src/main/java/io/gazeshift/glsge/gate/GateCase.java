package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SourceSplit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything a gate may look at.
 *
 * @param parent the active head
 * @param candidate the head that would replace it
 * @param source the labelled people; those that judge reached neither head
 * @param training the target frames that the candidate was adapted to
 * @param heldOut other target frames, which it was not
 * @param prior where people look at the site, in the axes of the predictions, where that is known
 * @param labelled frames of known gaze; may be empty
 * @param adaptation makes a candidate of fewer frames just as this one was made; called with each
 *     half of the training frames, and only once every cheaper check has passed
 */
public record GateCase(
    Head parent,
    Head candidate,
    SourceSplit source,
    FixatedFrames training,
    FixatedFrames heldOut,
    Optional<SitePrior> prior,
    List<LabelledFrame> labelled,
    Function<FixatedFrames, Head> adaptation) {

  public GateCase {
    labelled = List.copyOf(labelled);
    requireWidth("parent", parent.inputs(), candidate.inputs());
    requireWidth("source bank", source.judge().features().width(), candidate.inputs());
    requireWidth("training frames", training.features(), candidate);
    requireWidth("held-out frames", heldOut.features(), candidate);
    for (LabelledFrame frame : labelled) {
      requireWidth("glance " + frame.glance(), frame.features().length, candidate.inputs());
    }
  }

  private static void requireWidth(String what, FeatureRows rows, Head candidate) {
    requireWidth(what, rows.width(), candidate.inputs());
  }

  private static void requireWidth(String what, int width, int inputs) {
    if (width != inputs) {
      throw new IllegalArgumentException(
          ("the candidate expects %d features, but %s: %d; all must come from the same"
                  + " backbone")
              .formatted(inputs, what, width));
    }
  }
}
