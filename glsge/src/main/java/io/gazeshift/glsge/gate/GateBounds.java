package io.gazeshift.glsge.gate;

/**
 * What the checks hold a candidate to. The defaults were chosen on the tuning seeds of the gate's
 * benchmark.
 *
 * @param leastVariety of the target's features against the source's
 * @param leastArea of the candidate's predictions against the parent's
 * @param mostArea likewise
 * @param narrowedBelow an area below this counts as narrowed, which has to gain more
 * @param sourceError without a site prior
 * @param sourceErrorWithPrior with one
 * @param steadierBelow jitter against the room that predictions fill, over the parent's; a
 *     candidate below this reads the eyes of this place more surely
 * @param steadySourceError what the source error of such a candidate may be without a site prior:
 *     it has learned this place's people, whom the source's need not resemble
 * @param widening of the estimated distribution's variance, under which the source error must hold
 *     too
 * @param mostJumpDeg by how much the mean prediction may change without a site prior
 * @param priorToleranceDeg by how much it may end up further from a site prior
 * @param mostPriorDistance from a site prior, against the parent's, to pass without the source
 *     error
 * @param leastOrder the correlation with the parent that this takes
 * @param mostJitter within fixations, against the parent's
 * @param mostDiscrepancy against the parent's
 * @param mostDisagreement of two half adaptations, as a share of the candidate's change
 * @param steadyDisagreement the same for a steadier candidate without a site prior, whose change is
 *     small: two halves differ by twice the chance that is in the candidate
 * @param toleratedDisagreementDeg what they may differ in any case
 * @param glanceTolerance by how much labelled glances may be worse, as a share, to accept
 * @param glancePrecaution by how much a few of them may seem worse; as many as could accept, not at
 *     all
 */
public record GateBounds(
    double leastVariety,
    double leastArea,
    double mostArea,
    double narrowedBelow,
    SourceErrorBounds sourceError,
    SourceErrorBounds sourceErrorWithPrior,
    double steadierBelow,
    double steadySourceError,
    double widening,
    double mostJumpDeg,
    double priorToleranceDeg,
    double mostPriorDistance,
    double leastOrder,
    double mostJitter,
    double mostDiscrepancy,
    double mostDisagreement,
    double steadyDisagreement,
    double toleratedDisagreementDeg,
    double glanceTolerance,
    double glancePrecaution) {

  public static final GateBounds DEFAULT =
      new GateBounds(
          0.05,
          0.04,
          1.3,
          0.75,
          new SourceErrorBounds(0.995, 0.965),
          new SourceErrorBounds(0.98, 0.88),
          0.92,
          1.2,
          1.5,
          1.3,
          1,
          0.75,
          0.5,
          1.15,
          1.4,
          0.7,
          1.6,
          0.3,
          0.02,
          0.05);

  /** The same with another bound for the source error of steadier candidates. */
  public GateBounds withSteadySourceError(double most) {
    return new GateBounds(
        leastVariety,
        leastArea,
        mostArea,
        narrowedBelow,
        sourceError,
        sourceErrorWithPrior,
        steadierBelow,
        most,
        widening,
        mostJumpDeg,
        priorToleranceDeg,
        mostPriorDistance,
        leastOrder,
        mostJitter,
        mostDiscrepancy,
        mostDisagreement,
        steadyDisagreement,
        toleratedDisagreementDeg,
        glanceTolerance,
        glancePrecaution);
  }

  /**
   * The candidate's error on source people over the parent's.
   *
   * @param kept at most, where predictions fill about as much room as before
   * @param narrowed at most, where they fill less: whether a place is narrow or the head flattened
   *     cannot be told for certain, so a narrower head must promise more
   */
  public record SourceErrorBounds(double kept, double narrowed) {}
}
