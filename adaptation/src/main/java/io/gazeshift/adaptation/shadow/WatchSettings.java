package io.gazeshift.adaptation.shadow;

import java.time.Duration;

/**
 * How a published head is watched. All times are those in which faces were seen.
 *
 * @param window the head is judged so often
 * @param leastFaces and on no fewer faces
 * @param patience it must be worse for so long, one window after another
 * @param watched it is watched for so long
 */
public record WatchSettings(
    Steadiness steadiness, Duration window, int leastFaces, Duration patience, Duration watched) {

  public static final WatchSettings DEFAULT =
      new WatchSettings(
          Steadiness.DEFAULT,
          Duration.ofSeconds(30),
          100,
          Duration.ofMinutes(5),
          Duration.ofHours(1));

  public WatchSettings {
    if (window.isNegative() || window.isZero() || patience.compareTo(watched) > 0) {
      throw new IllegalArgumentException(
          "windows of %s, a patience of %s and %s of watching do not go together"
              .formatted(window, patience, watched));
    }
  }

  /** The same with another patience, and watched for at least as long. */
  public WatchSettings withPatience(Duration other) {
    return new WatchSettings(
        steadiness, window, leastFaces, other, other.compareTo(watched) > 0 ? other : watched);
  }
}
