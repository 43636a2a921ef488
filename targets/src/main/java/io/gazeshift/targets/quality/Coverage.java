package io.gazeshift.targets.quality;

/**
 * How much of what the camera captured became gaze.
 *
 * @param expectedFrames what the camera captured while the face was there
 * @param seenFrames those that the face has a prediction of
 * @param closedFrames those of them with closed eyes, which look nowhere
 * @param seconds how long the face was there
 */
public record Coverage(long expectedFrames, long seenFrames, long closedFrames, double seconds) {

  public static final Coverage NONE = new Coverage(0, 0, 0, 0);

  public Coverage plus(Coverage other) {
    return new Coverage(
        expectedFrames + other.expectedFrames,
        seenFrames + other.seenFrames,
        closedFrames + other.closedFrames,
        seconds + other.seconds);
  }

  /** Frames with a gaze. */
  public long validFrames() {
    return seenFrames - closedFrames;
  }

  /** The share of the expected frames that have no gaze. */
  public double dataLoss() {
    return expectedFrames == 0 ? 0 : 1 - (double) validFrames() / expectedFrames;
  }

  /** Valid frames for each second. */
  public double effectiveHz() {
    return seconds > 0 ? validFrames() / seconds : 0;
  }
}
