package io.gazeshift.inference.pipeline;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.person.PersonOffsets;

/**
 * What predicts: a backbone, which belongs to the caller, the heads of the domains, and what is
 * known of the people before the cameras.
 */
public record ServedModel(Backbone backbone, ActiveHeads heads, PersonOffsets persons) {

  /** Without offsets for persons. */
  public ServedModel(Backbone backbone, ActiveHeads heads) {
    this(backbone, heads, PersonOffsets.off());
  }
}
