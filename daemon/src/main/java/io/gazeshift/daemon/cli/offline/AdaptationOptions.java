package io.gazeshift.daemon.cli.offline;

import io.gazeshift.adaptation.config.LabelModelName;
import io.gazeshift.adaptation.method.LabelModels;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.cli.support.UserErrors;
import io.gazeshift.glsge.label.BoxReading;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.Objective;
import io.gazeshift.glsge.train.Schedule;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Settings of an adaptation; a picocli mixin. */
final class AdaptationOptions {

  private static final List<String> GLSGE_ONLY =
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
          "Gaze distribution of the target for glsge: truncated-gaussian (the paper's), mixture"
              + " (clustered gaze, such as drivers'), uniform (none), or site-prior. Default:"
              + " truncated-gaussian, or site-prior if --prior or --glance is given.")
  private String labelModel;

  @Mixin private SiteOptions site = new SiteOptions();

  @Option(
      names = "--box",
      paramLabel = "NAME",
      description = "Meaning of --confidence: chi2, axis or mass. Default: chi2.")
  private String box = "chi2";

  @Option(
      names = "--confidence",
      paramLabel = "P",
      description =
          "Confidence at which the gaze distribution is truncated. Default: ${DEFAULT-VALUE}.")
  private double confidence = 0.7;

  @Option(
      names = "--lambda",
      paramLabel = "X",
      description = "Weight of the alignment in the loss. Default: ${DEFAULT-VALUE}.")
  private double lambda = Objective.DEFAULT.lambda();

  @Option(
      names = "--lr",
      paramLabel = "RATE",
      description = "Learning rate. Default: ${DEFAULT-VALUE}.")
  private double learningRate = Schedule.DEFAULT.learningRate();

  @Option(
      names = "--n1",
      paramLabel = "N",
      description =
          "Number of estimates of the gaze distribution; 0 chooses by the target's size. Default: 0.")
  private int rounds = Schedule.DEFAULT.rounds();

  @Option(
      names = "--n2",
      paramLabel = "N",
      description = "Epochs of training after each estimate. Default: ${DEFAULT-VALUE}.")
  private int epochsPerRound = Schedule.DEFAULT.epochsPerRound();

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps in an epoch; 0 means one pass over the target. Default: 0.")
  private int stepsPerEpoch = Schedule.DEFAULT.stepsPerEpoch();

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Samples of source and of target in a step. Default: ${DEFAULT-VALUE}.")
  private int batch = Schedule.DEFAULT.batch();

  @Option(
      names = "--random-features",
      paramLabel = "N",
      description =
          "Approximate the alignment with N random features, to save time with large batches; 0"
              + " computes it exactly. Default: 0.")
  private int randomFeatures = Objective.DEFAULT.randomFeatures();

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "Device to compute on: auto, cpu or cuda:N. Default: ${DEFAULT-VALUE}.")
  private String device = AdaptationSettings.DEFAULT.device();

  AdaptationSettings settings() {
    return UserErrors.fromFlags(
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

  /** Rejects options of GLSGE, which would be ignored. */
  static void rejectGlsgeOnly(CommandLine.ParseResult parsed) {
    for (String flag : GLSGE_ONLY) {
      if (parsed.hasMatchedOption(flag)) {
        throw UserError.usage("%s: goes with --method glsge, not with safe".formatted(flag));
      }
    }
  }

  /** Name of the gaze distribution, for reports. */
  String labelModel() {
    return chosen().key();
  }

  private LabelModelName chosen() {
    if (labelModel == null) {
      return site.given() ? LabelModelName.SITE_PRIOR : LabelModelName.TRUNCATED_GAUSSIAN;
    }
    return LabelModelName.parse(labelModel)
        .orElseThrow(
            () ->
                UserError.usage(
                    "--label-model: '%s' is not one of %s"
                        .formatted(labelModel, LabelModelName.choices())));
  }

  /** Rejects a target smaller than a batch. */
  void requireBatch(String name, int samples) {
    if (samples < batch) {
      throw new UserError(
          "%s: has %d samples, a batch needs %d; collect more, or lower --batch"
              .formatted(name, samples, batch));
    }
  }

  private LabelEstimator labels() {
    if (!(confidence > 0 && confidence < 1)) {
      throw UserError.usage("--confidence: %s is not between 0 and 1".formatted(confidence));
    }
    LabelModelName model = chosen();
    if (model != LabelModelName.SITE_PRIOR && site.given()) {
      throw UserError.usage(
          "--prior: goes with --label-model site-prior, not with '%s'".formatted(model.key()));
    }
    if (model == LabelModelName.SITE_PRIOR && site.site().law().isEmpty()) {
      throw UserError.usage(
          "--label-model site-prior: give the prior with its sigmas, e.g. --prior=-10,0,6,8"
              + " (degrees)");
    }
    return LabelModels.estimator(model, site.site(), BoxReading.parse(box), confidence);
  }
}
