package io.gazeshift.adaptation.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.time.Duration;
import java.util.List;

/**
 * How a new head is watched, and when it is rolled back. Only time in which faces were seen counts.
 *
 * @param lasts how long a published head is watched
 * @param window how often it is judged
 * @param minFaces the fewest faces to judge it on
 * @param patience how long it may be worse, in consecutive windows, before it is rolled back
 * @param jitterRatio limit of its movement from frame to frame, as a multiple of its parent's
 * @param jitterSlackDeg added to that limit
 * @param outsideRise how much higher its share of predictions outside the plausible range may be
 */
public record WatchConfig(
    Duration lasts,
    Duration window,
    int minFaces,
    Duration patience,
    double jitterRatio,
    double jitterSlackDeg,
    double outsideRise) {

  public WatchConfig {
    if (patience.compareTo(lasts) > 0) {
      throw new IllegalArgumentException(
          "watch.patience: %s is longer than watch.for, %s; a head is watched for at least as long"
              .formatted(text(patience), text(lasts)));
    }
    if (window.compareTo(patience) > 0) {
      throw new IllegalArgumentException(
          "watch.window: %s is longer than watch.patience, %s; a head is judged more often"
              .formatted(text(window), text(patience)));
    }
  }

  private static String text(Duration duration) {
    return duration.toSeconds() + "s";
  }

  static final Setting<Duration> LASTS =
      Setting.of(
          "adapt.watch.for",
          ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(30)),
          "1h",
          "A published head is watched for so long, in time in which faces are seen.");

  static final Setting<Duration> WINDOW =
      Setting.of(
          "adapt.watch.window",
          ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(1)),
          "30s",
          "So often it is held against its parent.");

  static final Setting<Integer> MIN_FACES =
      Setting.of(
          "adapt.watch.min-faces",
          ValueType.integer(2, 1_000_000),
          "100",
          "Faces that takes at least; where fewer are seen a window lasts longer.");

  static final Setting<Duration> PATIENCE =
      Setting.of(
          "adapt.watch.patience",
          ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(30)),
          "5m",
          "A head that is worse for so long, window after window, is taken back: its parent is"
              + " published again.");

  static final Setting<Double> JITTER_RATIO =
      Setting.of(
          "adapt.watch.jitter-ratio",
          ValueType.decimal(1, 100),
          "1.75",
          "Its gaze may go so many times as far from frame to frame as its parent's. This and the"
              + " next two hold for candidates in shadow too.");

  static final Setting<Double> JITTER_SLACK =
      Setting.of(
          "adapt.watch.jitter-slack",
          ValueType.decimal(0, 90),
          "0.2",
          "And so many degrees further.");

  static final Setting<Double> OUTSIDE_RISE =
      Setting.of(
          "adapt.watch.outside-rise",
          ValueType.decimal(0, 0.99),
          "0.02",
          "The share of its predictions beyond any plausible gaze may be so much higher than its"
              + " parent's.");

  public static final List<Setting<?>> SETTINGS =
      List.of(LASTS, WINDOW, MIN_FACES, PATIENCE, JITTER_RATIO, JITTER_SLACK, OUTSIDE_RISE);

  static WatchConfig from(EffectiveConfig config) {
    return new WatchConfig(
        config.get(LASTS),
        config.get(WINDOW),
        config.get(MIN_FACES),
        config.get(PATIENCE),
        config.get(JITTER_RATIO),
        config.get(JITTER_SLACK),
        config.get(OUTSIDE_RISE));
  }
}
