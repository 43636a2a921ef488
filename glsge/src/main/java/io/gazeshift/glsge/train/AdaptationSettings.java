package io.gazeshift.glsge.train;

import io.gazeshift.glsge.label.BoxReading;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.label.TruncatedGaussian;

/**
 * Everything an adaptation depends on besides its data.
 *
 * @param labels how the target's label distribution is found; a site prior where one is known
 * @param seed equal seeds and equal data give equal heads on one device
 * @param device {@code auto}, {@code cpu} or {@code cuda:N}
 */
public record AdaptationSettings(
    LabelEstimator labels, Objective objective, Schedule schedule, long seed, String device) {

  /** The paper's method with what our trials settled: box {@code chi2} of confidence 0.7. */
  public static final AdaptationSettings DEFAULT =
      new AdaptationSettings(
          new TruncatedGaussian.Estimator(BoxReading.CHI2, 0.7),
          Objective.DEFAULT,
          Schedule.DEFAULT,
          1,
          "auto");

  public AdaptationSettings withLabels(LabelEstimator newLabels) {
    return new AdaptationSettings(newLabels, objective, schedule, seed, device);
  }

  public AdaptationSettings withObjective(Objective newObjective) {
    return new AdaptationSettings(labels, newObjective, schedule, seed, device);
  }

  public AdaptationSettings withSchedule(Schedule newSchedule) {
    return new AdaptationSettings(labels, objective, newSchedule, seed, device);
  }

  public AdaptationSettings withSeed(long newSeed) {
    return new AdaptationSettings(labels, objective, schedule, newSeed, device);
  }

  public AdaptationSettings withDevice(String newDevice) {
    return new AdaptationSettings(labels, objective, schedule, seed, newDevice);
  }
}
