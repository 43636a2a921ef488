package io.gazeshift.inference.pipeline;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.person.PersonOffsets;
import io.gazeshift.inference.smooth.GazeSmoothing;
import io.gazeshift.inference.targets.PredictedTargets;

/**
 * What predicts: a backbone, which belongs to the caller, the heads of the domains, what is known
 * of the people before the cameras, what they may look at, and how their gaze is smoothed.
 */
public record ServedModel(
    Backbone backbone,
    ActiveHeads heads,
    PersonOffsets persons,
    PredictedTargets targets,
    GazeSmoothing smoothing) {

  /** Without offsets for persons, targets and smoothing. */
  public ServedModel(Backbone backbone, ActiveHeads heads) {
    this(backbone, heads, PersonOffsets.off(), PredictedTargets.none(), GazeSmoothing.off());
  }
}
