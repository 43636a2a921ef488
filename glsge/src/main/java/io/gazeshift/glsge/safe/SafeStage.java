package io.gazeshift.glsge.safe;

import java.util.Locale;

/** The trainings of which safe adaptations are made, each by its absolute error. */
public enum SafeStage {
  /** Frames of the target, each on what is said of its whole fixation. */
  FIXATIONS,
  /** Labelled frames drawn by the site's distribution, where the target's features are. */
  LAW,
  /** Frames of the target on where people probably looked, and some labelled ones. */
  PLACES;

  /** As {@link io.gazeshift.glsge.train.StepLoss} has it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
