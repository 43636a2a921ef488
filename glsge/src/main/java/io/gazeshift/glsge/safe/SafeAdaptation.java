package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.Outcome;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/**
 * Adapts a head to unlabelled frames only where that is warranted. Without a prior, a head first
 * learns to live with the target's frame noise; the law of gaze is then estimated once, by a head
 * that is never trained on its own output, so the estimate cannot feed on itself. Heads are
 * immutable: the given one is never changed.
 */
public final class SafeAdaptation {

  // With 20 fixations the law is too uncertain: single sites got worse by a tenth.
  private static final int FEWEST_FIXATIONS = 50;
  private static final int FEWEST_WITH_PRIOR = 10;
  private static final double FEWEST_EFFECTIVE = 30;
  private static final NoiseTraining.Length ON_NOISE = new NoiseTraining.Length(8000, 8);
  private static final NoiseTraining.Length ON_LAW = new NoiseTraining.Length(4000, 6);

  private final SafeSettings settings;

  public SafeAdaptation(SafeSettings settings) {
    this.settings = settings;
  }

  /**
   * Adapts without knowing anything of the site.
   *
   * @param progress is told the fraction done after each epoch
   * @param cancelled is asked before each step; a cancelled adaptation returns the given head
   * @throws IllegalArgumentException if head, bank and target do not fit
   */
  public SafeResult run(
      Head head,
      CalibratedBank bank,
      FixatedFrames target,
      DoubleConsumer progress,
      BooleanSupplier cancelled) {
    requireFit(head, bank, target);
    Grouping fixations = Grouping.of(target.fixation());
    FeatureJitter jitter = FeatureJitter.of(target.features(), fixations);
    Optional<String> obstacle = obstacle(fixations, jitter, FEWEST_FIXATIONS);
    if (obstacle.isPresent()) {
      return new SafeResult(head, Verdict.leftAlone(obstacle.get()));
    }
    SplittableRandom random = new SplittableRandom(settings.seed());
    NoiseTraining training =
        new NoiseTraining(bank.all(), jitter, random, settings.device(), cancelled);
    Steps steps = new Steps(ON_NOISE.steps() + ON_LAW.steps(), progress);
    int n = bank.all().size();
    double[] still = new double[head.inputs()];

    SourceTrainer.Result noisy =
        training.train(
            head, ImportanceWeights.uniform(n), still, ON_NOISE, () -> steps.add(ON_NOISE));
    if (noisy.outcome() != Outcome.COMPLETED) {
      return stopped(head, noisy.outcome());
    }
    LawEstimate law =
        new LawEstimator(bank, settings.effectiveSamples())
            .estimate(noisy.head(), target, fixations, jitter, random);
    double rho = rho(law, bank);
    if (!(rho < settings.gate())) {
      progress.accept(1);
      return new SafeResult(head, closed(rho, law));
    }
    double[] mean = {law.meanRad().pitch(), law.meanRad().yaw()};
    double[] widened = {
      law.variance().pitch() + law.meanVariance().pitch(),
      law.variance().yaw() + law.meanVariance().yaw()
    };
    ImportanceWeights weights =
        LawWeights.normal(bank.all().gaze(), mean, widened, bank, settings.effectiveSamples())
            .mixedWithUniform(settings.uniformShare());
    SourceTrainer.Result adapted =
        training.train(noisy.head(), weights.values(), still, ON_LAW, () -> steps.add(ON_LAW));
    return adapted.outcome() == Outcome.COMPLETED
        ? new SafeResult(adapted.head(), open(rho, law))
        : stopped(head, adapted.outcome());
  }

  /**
   * Adapts to where people look at the site, which whoever installed the camera knows.
   *
   * @param progress see {@link #run}
   * @param cancelled see {@link #run}
   * @throws IllegalArgumentException if head, bank and target do not fit, or the bank has no gaze
   *     where the prior lies
   */
  public SafeResult runWithPrior(
      Head head,
      CalibratedBank bank,
      FixatedFrames target,
      SitePrior prior,
      DoubleConsumer progress,
      BooleanSupplier cancelled) {
    requireFit(head, bank, target);
    Grouping fixations = Grouping.of(target.fixation());
    FeatureJitter jitter = FeatureJitter.of(target.features(), fixations);
    Optional<String> obstacle = obstacle(fixations, jitter, FEWEST_WITH_PRIOR);
    if (obstacle.isPresent()) {
      return new SafeResult(head, Verdict.leftAlone(obstacle.get()));
    }
    ImportanceWeights weights = LawWeights.prior(prior, bank);
    if (weights.effectiveSamples() < FEWEST_EFFECTIVE) {
      return offset(head, target, prior.meanX(), prior.meanY());
    }
    SiteOffset offset = offsetOf(head, target, fixations, prior.meanX(), prior.meanY());
    double[] shift = shift(bank, weights.values(), target, offset.trust());
    Steps steps = new Steps(ON_LAW.steps(), progress);
    SourceTrainer.Result adapted =
        new NoiseTraining(
                bank.all(),
                jitter,
                new SplittableRandom(settings.seed()),
                settings.device(),
                cancelled)
            .train(head, weights.values(), shift, ON_LAW, () -> steps.add(ON_LAW));
    return adapted.outcome() == Outcome.COMPLETED
        ? new SafeResult(
            adapted.head(),
            Verdict.adapted("trained on the %s; %s".formatted(prior.describe(), describe(offset))))
        : stopped(head, adapted.outcome());
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
    if (fixations.groups() < FEWEST_WITH_PRIOR) {
      return new SafeResult(head, Verdict.leftAlone(tooFew(fixations, FEWEST_WITH_PRIOR)));
    }
    SiteOffset offset = offsetOf(head, target, fixations, meanPitchRad, meanYawRad);
    return offset.trust() > 0
        ? new SafeResult(offset.appliedTo(head), Verdict.adapted(describe(offset)))
        : new SafeResult(head, Verdict.leftAlone(describe(offset)));
  }

  private static SiteOffset offsetOf(
      Head head, FixatedFrames target, Grouping fixations, double pitchRad, double yawRad) {
    Matrix means = fixations.means(Columns.predict(head, target.features()));
    return SiteOffset.of(means, pitchRad, yawRad);
  }

  /** Moves the reweighted source onto the target; valid only because the law is known. */
  private static double[] shift(
      CalibratedBank bank, double[] weights, FixatedFrames target, double trust) {
    double[] shift = Columns.mean(Columns.of(target.features()));
    float[] row = new float[shift.length];
    for (int i = 0; i < weights.length; i++) {
      bank.all().features().copy(i, row, 0);
      for (int c = 0; c < shift.length; c++) {
        shift[c] -= weights[i] * row[c];
      }
    }
    for (int c = 0; c < shift.length; c++) {
      shift[c] *= trust;
    }
    return shift;
  }

  /** The law's variance against the source's on the wider axis, with one standard error on top. */
  private static double rho(LawEstimate law, CalibratedBank bank) {
    double wider =
        Math.max(
            law.variance().pitch() / bank.variance()[0], law.variance().yaw() / bank.variance()[1]);
    return wider * Math.exp(Math.sqrt(2.0 / law.fixations()));
  }

  private Verdict closed(double rho, LawEstimate law) {
    return verdict(
        false,
        rho,
        law,
        "the gaze seems to have %.2f of the source's variance; from %.2f on the head's own slope may"
            + " be the reason, so the head stays");
  }

  private Verdict open(double rho, LawEstimate law) {
    return verdict(
        true,
        rho,
        law,
        "the gaze has at most %.2f of the source's variance; below %.2f only the labels explain that");
  }

  private Verdict verdict(boolean adapted, double rho, LawEstimate law, String reason) {
    return new Verdict(
        adapted,
        OptionalDouble.of(rho),
        Optional.of(law),
        List.of(String.format(Locale.ROOT, reason, rho, settings.gate()), law.describe()));
  }

  private static String describe(SiteOffset offset) {
    return String.format(
        Locale.ROOT,
        "the head's mean is off the site's by (%.1f, %.1f) deg, of which %.0f %% is more than"
            + " sampling explains",
        Math.toDegrees(offset.pitchRad()),
        Math.toDegrees(offset.yawRad()),
        100 * offset.trust());
  }

  private static SafeResult stopped(Head head, Outcome outcome) {
    return new SafeResult(
        head,
        Verdict.leftAlone(
            outcome == Outcome.CANCELLED
                ? "cancelled before it was through"
                : "a training step was not finite"));
  }

  private static Optional<String> obstacle(Grouping fixations, FeatureJitter jitter, int fewest) {
    if (jitter.size() == 0) {
      return Optional.of(
          "no fixation has more than one frame, so nothing tells the target's noise from its gaze");
    }
    return fixations.groups() < fewest ? Optional.of(tooFew(fixations, fewest)) : Optional.empty();
  }

  private static String tooFew(Grouping fixations, int fewest) {
    return "there are %d fixations, at least %d are needed".formatted(fixations.groups(), fewest);
  }

  private static void requireFit(Head head, CalibratedBank bank, FixatedFrames target) {
    requireWidth(head, target);
    if (bank.all().features().width() != head.inputs()) {
      throw new IllegalArgumentException(
          "the head takes %d features, the source bank has %d; both must come from one backbone"
              .formatted(head.inputs(), bank.all().features().width()));
    }
  }

  private static void requireWidth(Head head, FixatedFrames target) {
    if (target.features().width() != head.inputs()) {
      throw new IllegalArgumentException(
          "the head takes %d features, the target has %d; both must come from one backbone"
              .formatted(head.inputs(), target.features().width()));
    }
  }

  /** Turns finished epochs into a fraction. */
  private static final class Steps {

    private final int all;
    private final DoubleConsumer progress;
    private int done;

    Steps(int all, DoubleConsumer progress) {
      this.all = all;
      this.progress = progress;
    }

    void add(NoiseTraining.Length length) {
      done += length.steps() / length.epochs();
      progress.accept((double) done / all);
    }
  }
}
