package io.gazeshift.daemon.cli.offline;

import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.cli.support.Asked;
import io.gazeshift.glsge.label.BoxReading;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.label.TruncatedGaussian;
import io.gazeshift.glsge.label.TruncatedMixture;
import io.gazeshift.glsge.label.UniformLabels;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.Objective;
import io.gazeshift.glsge.train.Schedule;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a head is adapted; a picocli mixin. */
final class AdaptationOptions {

  private static final int MOST_CLUSTERS = 6;
  private static final String GAUSSIAN = "gaussian";
  private static final String PRIOR = "prior";
  private static final List<String> PAPER_ONLY =
      List.of(
          "--objective",
          "--label-model",
          "--box",
          "--confidence",
          "--lambda",
          "--lr",
          "--n1",
          "--n2",
          "--steps",
          "--batch",
          "--random-features");

  @Option(
      names = "--label-model",
      paramLabel = "NAME",
      description =
          "The law of the target's gaze: gaussian (the paper's), mixture (gaze that clusters),"
              + " uniform (none), or prior. Default: gaussian, or prior where one is given.")
  private String labelModel;

  @Mixin private SiteOptions site = new SiteOptions();

  @Option(
      names = "--box",
      paramLabel = "NAME",
      description =
          "What the confidence of the truncation means: chi2, axis or mass. Default: chi2.")
  private String box = "chi2";

  @Option(names = "--confidence", paramLabel = "P", description = "Default: ${DEFAULT-VALUE}.")
  private double confidence = 0.7;

  @Option(
      names = "--lambda",
      paramLabel = "X",
      description = "The weight of the alignment. Default: ${DEFAULT-VALUE}.")
  private double lambda = Objective.DEFAULT.lambda();

  @Option(names = "--lr", paramLabel = "RATE", description = "Default: ${DEFAULT-VALUE}.")
  private double learningRate = Schedule.DEFAULT.learningRate();

  @Option(
      names = "--n1",
      paramLabel = "N",
      description = "Estimates of the label law; 0 goes by the target's size. Default: 0.")
  private int rounds = Schedule.DEFAULT.rounds();

  @Option(
      names = "--n2",
      paramLabel = "N",
      description = "Epochs after each estimate. Default: ${DEFAULT-VALUE}.")
  private int epochsPerRound = Schedule.DEFAULT.epochsPerRound();

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps of an epoch; 0 goes once through the target. Default: 0.")
  private int stepsPerEpoch = Schedule.DEFAULT.stepsPerEpoch();

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Samples of each domain in a step. Default: ${DEFAULT-VALUE}.")
  private int batch = Schedule.DEFAULT.batch();

  @Option(
      names = "--random-features",
      paramLabel = "N",
      description =
          "Approximate the alignment by so many random features, for large batches; 400 cost a"
              + " twentieth at 2,000. 0 computes it exactly. Default: 0.")
  private int randomFeatures = Objective.DEFAULT.randomFeatures();

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "auto, cpu or cuda:N. Default: ${DEFAULT-VALUE}.")
  private String device = AdaptationSettings.DEFAULT.device();

  AdaptationSettings settings() {
    return Asked.rightly(
        () ->
            AdaptationSettings.DEFAULT
                .withLabels(labels())
                .withObjective(
                    Objective.DEFAULT.withLambda(lambda).withRandomFeatures(randomFeatures))
                .withSchedule(
                    new Schedule(rounds, epochsPerRound, stepsPerEpoch, batch, learningRate))
                .withDevice(device));
  }

  String device() {
    return device;
  }

  SiteKnowledge site() {
    return site.site();
  }

  /** Refuses flags that only plain GLSGE knows: what is said must not be passed over. */
  static void refusePaperOnly(CommandLine.ParseResult parsed) {
    for (String flag : PAPER_ONLY) {
      if (parsed.hasMatchedOption(flag)) {
        throw UserError.usage("%s: goes with --method paper, not with safe".formatted(flag));
      }
    }
  }

  /** What the label law is called, for reports. */
  String labelModel() {
    return labelModel == null ? (site.given() ? PRIOR : GAUSSIAN) : labelModel;
  }

  /** Refuses a target that cannot fill a batch. */
  void requireBatch(String name, int samples) {
    if (samples < batch) {
      throw new UserError(
          "%s: has %d samples, a batch takes %d; collect more, or lower --batch"
              .formatted(name, samples, batch));
    }
  }

  private LabelEstimator labels() {
    if (!(confidence > 0 && confidence < 1)) {
      throw UserError.usage("--confidence: %s is not between 0 and 1".formatted(confidence));
    }
    String model = labelModel();
    if (!model.equals(PRIOR) && site.given()) {
      throw UserError.usage(
          "--prior: goes with --label-model prior, not with '%s'".formatted(model));
    }
    BoxReading reading = BoxReading.parse(box);
    return switch (model) {
      case GAUSSIAN -> new TruncatedGaussian.Estimator(reading, confidence);
      case "mixture" -> new TruncatedMixture.Estimator(reading, confidence, MOST_CLUSTERS);
      case "uniform" -> LabelEstimator.given(new UniformLabels());
      case PRIOR -> LabelEstimator.given(sitePrior());
      default ->
          throw UserError.usage(
              "--label-model: '%s' is not known; one of gaussian, mixture, uniform, prior"
                  .formatted(model));
    };
  }

  private SitePrior sitePrior() {
    return site.site()
        .law()
        .orElseThrow(
            () ->
                UserError.usage(
                    "--label-model prior: say where people look and how widely, e.g."
                        + " --prior=-10,0,6,8 (degrees)"));
  }
}
