package io.gazeshift.benchmarks.glsge;

import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.BoxReading;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SafeAdaptation;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.train.Adaptation;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.Objective;
import io.gazeshift.glsge.train.Schedule;
import java.util.SplittableRandom;

/** A way to make a head that a gate has to judge: some good, some harmful, some hopeless. */
public enum GateCandidate {
  SAFE("safe", Kind.PRODUCT),
  PAPER("paper", Kind.PRODUCT),
  SAFE_PRIOR("safe, prior", Kind.PRODUCT_WITH_PRIOR),
  OFFSET_PRIOR("offset by the site's mean", Kind.PRODUCT_WITH_PRIOR),
  PAPER_PRIOR("paper, prior", Kind.PRODUCT_WITH_PRIOR),
  PAPER_STRONG("paper, λ 0.3", Kind.OTHER),
  PAPER_FAST("paper, λ 1, rate 1e-4", Kind.OTHER),
  ALIGNMENT("alignment", Kind.OTHER),
  SHRINK_80("shrinkage 0.8", Kind.OTHER),
  SHRINK_60("shrinkage 0.6", Kind.OTHER),
  STRETCH("stretching 1.25", Kind.OTHER),
  MOVED("moved by 5 deg", Kind.OTHER),
  FLAT("nearly constant", Kind.OTHER),
  NOISY("weights disturbed", Kind.OTHER),
  MIRRORED("yaw of the wrong sign", Kind.OTHER);

  /** Who would make such a head. */
  enum Kind {
    PRODUCT,
    PRODUCT_WITH_PRIOR,
    OTHER
  }

  private static final double MOVED_RAD = Math.toRadians(5);
  private static final double DISTURBANCE = 0.3;
  private static final int ROUNDS = 8;
  private static final int BATCH = 50;

  private final String label;
  private final Kind kind;

  GateCandidate(String label, Kind kind) {
    this.label = label;
    this.kind = kind;
  }

  public String label() {
    return label;
  }

  /** Whether the product itself makes such heads. */
  public boolean isProduct() {
    return kind != Kind.OTHER;
  }

  boolean isSlow() {
    return this == PAPER_STRONG || this == PAPER_FAST || this == PAPER_PRIOR;
  }

  boolean needsPrior() {
    return kind == Kind.PRODUCT_WITH_PRIOR;
  }

  /** The source's head made into this; the very same one where nothing is done. */
  Head adapt(BenchSource source, FixatedFrames frames, SitePrior prior, long seed) {
    Head head = source.head();
    return switch (this) {
      case SAFE ->
          safe(seed).run(head, source.split().adaptation(), frames, done -> {}, () -> false).head();
      case SAFE_PRIOR ->
          safe(seed)
              .runWithPrior(
                  head, source.split().adaptation(), frames, prior, done -> {}, () -> false)
              .head();
      case OFFSET_PRIOR -> safe(seed).offset(head, frames, prior.meanX(), prior.meanY()).head();
      case PAPER -> paper(source, frames, lambda(0.1), seed);
      case PAPER_PRIOR ->
          paper(
              source,
              frames,
              lambda(0.1).withLabels(LabelEstimator.given(prior.truncated(BoxReading.CHI2, 0.95))),
              seed);
      case PAPER_STRONG -> paper(source, frames, lambda(0.3), seed);
      case PAPER_FAST -> paper(source, frames, lambda(1).withSchedule(schedule(1e-4)), seed);
      case ALIGNMENT -> Controls.aligned(head, source.training(), frames.features());
      case SHRINK_80 -> Controls.shrunk(head, frames.features(), 0.8);
      case SHRINK_60 -> Controls.shrunk(head, frames.features(), 0.6);
      case STRETCH -> Controls.shrunk(head, frames.features(), 1.25);
      case FLAT -> Controls.shrunk(head, frames.features(), 0.05);
      case MOVED -> moved(head, seed);
      case NOISY -> disturbed(head, seed);
      case MIRRORED -> mirrored(head);
    };
  }

  private static SafeAdaptation safe(long seed) {
    return new SafeAdaptation(SafeSettings.DEFAULT.withSeed(seed).withDevice(BenchSource.DEVICE));
  }

  private static AdaptationSettings lambda(double lambda) {
    return AdaptationSettings.DEFAULT
        .withObjective(Objective.DEFAULT.withLambda(lambda))
        .withSchedule(schedule(Schedule.DEFAULT.learningRate()));
  }

  /** Half as many steps twice as long, on batches that cost an eighth: the same at a sixteenth. */
  private static Schedule schedule(double rate) {
    return new Schedule(ROUNDS, 5, 5, BATCH, 2 * rate);
  }

  private static Head paper(
      BenchSource source, FixatedFrames frames, AdaptationSettings settings, long seed) {
    return new Adaptation(settings.withSeed(seed).withDevice(BenchSource.DEVICE))
        .run(
            source.head(),
            source.training(),
            TargetSet.unlabelled(frames.features()),
            epoch -> {},
            () -> false)
        .head();
  }

  private static Head moved(Head head, long seed) {
    double direction = new SplittableRandom(seed).nextDouble(2 * Math.PI);
    DenseLayer last = head.layers().get(2);
    float[] bias = last.bias();
    bias[0] += (float) (MOVED_RAD * Math.sin(direction));
    bias[1] += (float) (MOVED_RAD * Math.cos(direction));
    return Controls.withLast(head, last.weight(), bias);
  }

  private static Head disturbed(Head head, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DenseLayer last = head.layers().get(2);
    float[] weight = last.weight();
    double squares = 0;
    for (float w : weight) {
      squares += w * w;
    }
    double size = DISTURBANCE * Math.sqrt(squares / weight.length);
    for (int i = 0; i < weight.length; i++) {
      weight[i] += (float) (size * random.nextGaussian());
    }
    return Controls.withLast(head, weight, last.bias());
  }

  private static Head mirrored(Head head) {
    DenseLayer last = head.layers().get(2);
    float[] weight = last.weight();
    float[] bias = last.bias();
    for (int i = last.inputs(); i < weight.length; i++) {
      weight[i] = -weight[i];
    }
    bias[1] = -bias[1];
    return Controls.withLast(head, weight, bias);
  }
}
