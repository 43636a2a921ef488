package io.gazeshift.daemon.cli;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.label.BoxReading;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.label.TruncatedGaussian;
import io.gazeshift.glsge.label.TruncatedMixture;
import io.gazeshift.glsge.label.UniformLabels;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.Objective;
import io.gazeshift.glsge.train.Schedule;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How a head is adapted; a picocli mixin. */
final class AdaptationOptions {

  private static final int MOST_CLUSTERS = 6;
  private static final String GAUSSIAN = "gaussian";
  private static final String PRIOR = "prior";

  @Option(
      names = "--label-model",
      paramLabel = "NAME",
      description =
          "The law of the target's gaze: gaussian (the paper's), mixture (gaze that clusters),"
              + " uniform (none), or prior. Default: gaussian, or prior where one is given.")
  private String labelModel;

  @Option(
      names = "--prior",
      paramLabel = "PITCH,YAW,SIGMA_PITCH,SIGMA_YAW[,SHARE]",
      description =
          "Where people look at the site, in degrees, in the axes of the bank's gaze. Repeat it for"
              + " each cluster of gaze. Write --prior=-10,0,6,8.")
  private List<String> prior = new ArrayList<>();

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
      names = "--device",
      paramLabel = "NAME",
      description = "auto, cpu or cuda:N. Default: ${DEFAULT-VALUE}.")
  private String device = AdaptationSettings.DEFAULT.device();

  AdaptationSettings settings() {
    return Asked.rightly(
        () ->
            AdaptationSettings.DEFAULT
                .withLabels(labels())
                .withObjective(Objective.DEFAULT.withLambda(lambda))
                .withSchedule(
                    new Schedule(rounds, epochsPerRound, stepsPerEpoch, batch, learningRate))
                .withDevice(device));
  }

  String device() {
    return device;
  }

  /** What the label law is called, for reports. */
  String labelModel() {
    return labelModel == null ? (prior.isEmpty() ? GAUSSIAN : PRIOR) : labelModel;
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
    if (!model.equals(PRIOR) && !prior.isEmpty()) {
      throw UserError.usage(
          "--prior: goes with --label-model prior, not with '%s'".formatted(model));
    }
    BoxReading reading = BoxReading.parse(box);
    switch (model) {
      case GAUSSIAN:
        return new TruncatedGaussian.Estimator(reading, confidence);
      case "mixture":
        return new TruncatedMixture.Estimator(reading, confidence, MOST_CLUSTERS);
      case "uniform":
        return LabelEstimator.given(new UniformLabels());
      case PRIOR:
        return LabelEstimator.given(sitePrior());
      default:
        throw UserError.usage(
            "--label-model: '%s' is not known; one of gaussian, mixture, uniform, prior"
                .formatted(model));
    }
  }

  private SitePrior sitePrior() {
    if (prior.isEmpty()) {
      throw UserError.usage(
          "--label-model prior: say where people look, e.g. --prior=-10,0,6,8 (degrees)");
    }
    List<Gaussian> clusters = new ArrayList<>();
    double[] shares = new double[prior.size()];
    for (int i = 0; i < shares.length; i++) {
      double[] numbers = numbers(prior.get(i));
      clusters.add(
          new Gaussian(
              Math.toRadians(numbers[0]),
              Math.toRadians(numbers[1]),
              Covariance.diagonal(Math.toRadians(numbers[2]), Math.toRadians(numbers[3]))));
      shares[i] = numbers.length > 4 ? numbers[4] : 1;
    }
    return SitePrior.of(clusters, shares);
  }

  private static double[] numbers(String text) {
    String[] parts = text.split(",", -1);
    double[] numbers = new double[parts.length];
    try {
      for (int i = 0; i < parts.length; i++) {
        numbers[i] = Double.parseDouble(parts[i].strip());
      }
    } catch (NumberFormatException e) {
      numbers = new double[0];
    }
    boolean fits = numbers.length == 4 || numbers.length == 5;
    for (int i = 2; fits && i < numbers.length; i++) {
      fits = numbers[i] > 0;
    }
    if (!fits) {
      throw UserError.usage(
          "--prior: '%s' is not PITCH,YAW,SIGMA_PITCH,SIGMA_YAW[,SHARE] in degrees"
              .formatted(text));
    }
    return numbers;
  }
}
