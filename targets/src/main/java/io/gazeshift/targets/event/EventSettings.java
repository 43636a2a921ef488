package io.gazeshift.targets.event;

import java.time.Duration;

/**
 * How events are told from noise.
 *
 * @param lateness how long a frame may arrive after one that was captured later
 * @param faceLostAfter without frames of the face
 * @param leastFixation shorter ones are noise or part of a saccade
 * @param leastDispersionRad how far from its centroid a fixation's gaze may be, where there is
 *     hardly any noise
 * @param leastDwell how long a gaze must stay on a target to have arrived there
 */
public record EventSettings(
    Duration lateness,
    Duration faceLostAfter,
    Duration leastFixation,
    double leastDispersionRad,
    Duration leastDwell) {

  /** For 10 to 30 frames a second. */
  public static final EventSettings DEFAULT =
      new EventSettings(
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          Duration.ofMillis(100),
          Math.toRadians(1.5),
          Duration.ofMillis(100));

  static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }
}
