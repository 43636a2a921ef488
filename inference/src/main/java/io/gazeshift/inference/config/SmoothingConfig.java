package io.gazeshift.inference.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.util.List;

/**
 * The smoothed gaze beside the raw one.
 *
 * @param cutoffHz of a resting gaze
 * @param beta how much the cut-off grows, in hertz for each degree a second
 */
public record SmoothingConfig(boolean enabled, double cutoffHz, double beta) {

  public static final SmoothingConfig OFF = new SmoothingConfig(false, 1, 0.05);

  static final Setting<Boolean> ENABLED =
      Setting.of(
          "infer.smoothing",
          ValueType.bool(),
          "false",
          "Adds a smoothed gaze to predictions, as smoothed_camera (One-Euro filter, for each face"
              + " by capture time). The gaze itself stays as the model predicts it.");

  static final Setting<Double> CUTOFF =
      Setting.of(
          "infer.smoothing-cutoff-hz",
          ValueType.decimal(0.01, 100),
          "1",
          "Cut-off frequency of the smoothing while the gaze rests: lower is steadier.");

  static final Setting<Double> BETA =
      Setting.of(
          "infer.smoothing-beta",
          ValueType.decimal(0, 100),
          "0.05",
          "How much that frequency grows with the speed of the gaze, in hertz for each degree a"
              + " second: higher follows a moving gaze sooner.");

  public static final List<Setting<?>> SETTINGS = List.of(ENABLED, CUTOFF, BETA);

  public static SmoothingConfig from(EffectiveConfig config) {
    return new SmoothingConfig(config.get(ENABLED), config.get(CUTOFF), config.get(BETA));
  }
}
