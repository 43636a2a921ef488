package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.train.TrainingListener;
import java.util.function.BooleanSupplier;

/**
 * Adapts a head to unlabelled frames only where that is warranted. Heads are immutable: the given
 * one is never changed.
 */
public final class SafeAdaptation {

  /** Of fewer fixations the mean says too little: single sites got worse by a fifth and more. */
  static final int FEWEST_FIXATIONS = 50;

  private static final int FEWEST_WITH_PRIOR = 10;

  private final SafeSettings settings;

  public SafeAdaptation(SafeSettings settings) {
    this.settings = settings;
  }

  /**
   * Adapts without knowing anything of the site.
   *
   * @param progress is told the fraction done after each epoch, and some of the losses
   * @param cancelled is asked before each step; a cancelled adaptation returns the given head
   * @throws IllegalArgumentException if head, source and target do not fit
   */
  public SafeResult run(
      Head head,
      AdaptationSource source,
      FixatedFrames target,
      TrainingListener progress,
      BooleanSupplier cancelled) {
    requireFit(head, source, target);
    LossRecorder noted = new LossRecorder(progress);
    SafeResult result =
        new AdaptationWithoutPrior(settings, source, noted, cancelled).adapt(head, target);
    return result
        .verdict()
        .estimate()
        .map(
            estimate ->
                DensityRatioWeights.estimated(
                    estimate, source.labels(), settings.effectiveSamples()))
        .map(result::weighing)
        .orElse(result)
        .after(noted.losses());
  }

  /**
   * Adapts with a site prior.
   *
   * @param progress see {@link #run}
   * @param cancelled see {@link #run}
   * @throws IllegalArgumentException if head, source and target do not fit, or the source has no
   *     gaze where the prior lies
   */
  public SafeResult runWithPrior(
      Head head,
      AdaptationSource source,
      FixatedFrames target,
      SitePrior prior,
      TrainingListener progress,
      BooleanSupplier cancelled) {
    requireFit(head, source, target);
    Grouping fixations = Grouping.of(target.fixation());
    if (fixations.groups() < FEWEST_WITH_PRIOR) {
      return new SafeResult(head, Verdict.tooFewFixations(fixations.groups(), FEWEST_WITH_PRIOR));
    }
    LossRecorder noted = new LossRecorder(progress);
    return new AdaptationWithPrior(settings, source, prior, noted, cancelled)
        .adapt(head, target, fixations)
        .after(noted.losses());
  }

  /** Moves the head's mean to where people look on average, as far as sampling is no excuse. */
  public SafeResult offset(
      Head head, FixatedFrames target, double meanPitchRad, double meanYawRad) {
    if (!Double.isFinite(meanPitchRad) || !Double.isFinite(meanYawRad)) {
      throw new IllegalArgumentException(
          "the site's mean gaze must be finite, got (%s, %s)".formatted(meanPitchRad, meanYawRad));
    }
    requireWidth(head, target);
    Grouping fixations = Grouping.of(target.fixation());
    if (fixations.groups() < FEWEST_FIXATIONS) {
      return new SafeResult(head, Verdict.tooFewFixations(fixations.groups(), FEWEST_FIXATIONS));
    }
    return SiteOffset.of(
            fixations.means(Columns.predict(head, target.features())), meanPitchRad, meanYawRad)
        .result(head);
  }

  private static void requireFit(Head head, AdaptationSource source, FixatedFrames target) {
    requireWidth(head, target);
    if (source.train().features().width() != head.inputs()) {
      throw new IllegalArgumentException(
          ("the head expects %d features, but the source bank has %d; both must come from"
                  + " the same backbone")
              .formatted(head.inputs(), source.train().features().width()));
    }
  }

  private static void requireWidth(Head head, FixatedFrames target) {
    if (target.features().width() != head.inputs()) {
      throw new IllegalArgumentException(
          ("the head expects %d features, but the target has %d; both must come from the"
                  + " same backbone")
              .formatted(head.inputs(), target.features().width()));
    }
  }
}
