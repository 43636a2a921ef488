package io.gazeshift.benchmarks.glsge;

import io.gazeshift.glsge.train.Objective;
import io.gazeshift.glsge.train.Objective.Alignment;
import java.util.Optional;

/** A row of the table: one way to get from a source head to predictions for the target. */
public enum Method {
  NO_ADAPTATION("no adaptation"),
  /** Predictions pulled towards their own mean, which any method should beat. */
  SHRINKAGE("shrinkage 0.6"),
  SHRINKAGE_BEST("shrinkage, best in hindsight"),
  ALIGNMENT("alignment to the reweighted source"),
  L_SRC(false, Alignment.NONE),
  L_SRC_W(true, Alignment.NONE),
  L_SRC_COD(false, Alignment.COD),
  L_SRC_PCOD(false, Alignment.PCOD),
  L_SRC_W_COD(true, Alignment.COD),
  L_SRC_W_PCOD(true, Alignment.PCOD),
  SAFE("safe adaptation"),
  /**
   * As in a stream: nothing tells where fixations begin, and people only while they are tracked.
   */
  SAFE_FOUND("safe adaptation, fixations and people found"),
  /** Plain GLSGE whose label model is not estimated: the site prior gives it. */
  GLSGE_PRIOR("L_src^w + PCOD, site prior"),
  OFFSET("offset by the site's mean"),
  SAFE_PRIOR("safe adaptation, site prior"),
  SAFE_PRIOR_FOUND("safe adaptation, site prior, fixations and people found"),
  /** The same as the next, but the mean stays what the unadapted head says it is. */
  SUPERVISED_MEAN_KEPT("supervised, mean kept"),
  /** Trained with the target's labels. */
  SUPERVISED("supervised bound");

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // Nothing changes it.
  private final Optional<Objective> objective;

  Method(String label) {
    this.label = label;
    this.objective = Optional.empty();
  }

  Method(boolean weighted, Alignment alignment) {
    Objective row = Objective.DEFAULT.with(weighted, alignment);
    this.label = row.name();
    this.objective = Optional.of(row);
  }

  public String label() {
    return label;
  }

  /** What plain GLSGE minimises in this row; empty for other methods. */
  Optional<Objective> objective() {
    return objective;
  }

  /** Whether the row is only there to tell the parts of plain GLSGE apart. */
  boolean isAblation() {
    return objective.isPresent() && this != L_SRC_W_PCOD;
  }
}
