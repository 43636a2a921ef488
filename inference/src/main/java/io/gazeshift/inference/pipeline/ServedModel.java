package io.gazeshift.inference.pipeline;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.person.PersonOffsets;
import io.gazeshift.inference.targets.PredictedTargets;

/**
 * What predicts: a backbone, which belongs to the caller, the heads of the domains, what is known
 * of the people before the cameras, and what they may look at.
 */
public record ServedModel(
    Backbone backbone, ActiveHeads heads, PersonOffsets persons, PredictedTargets targets) {

  /** Without offsets for persons and without targets. */
  public ServedModel(Backbone backbone, ActiveHeads heads) {
    this(backbone, heads, PersonOffsets.off(), PredictedTargets.none());
  }
}
