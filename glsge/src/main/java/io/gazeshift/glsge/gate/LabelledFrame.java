package io.gazeshift.glsge.gate;

/**
 * A frame of the target whose true gaze is known.
 *
 * @param features as the backbone gave them
 * @param pitchRad in the axes of the head's predictions
 * @param yawRad likewise
 * @param glance equal for frames of one glance, which count as one observation
 * @param earlierLooks how many candidates the glance has judged before this one
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record LabelledFrame(
    float[] features, double pitchRad, double yawRad, String glance, int earlierLooks) {

  /** A frame of a glance that has not judged a candidate yet. */
  public LabelledFrame(float[] features, double pitchRad, double yawRad, String glance) {
    this(features, pitchRad, yawRad, glance, 0);
  }

  public LabelledFrame {
    if (!Double.isFinite(pitchRad) || !Double.isFinite(yawRad)) {
      throw new IllegalArgumentException(
          "glance %s: its gaze must be finite, got (%s, %s)".formatted(glance, pitchRad, yawRad));
    }
    if (earlierLooks < 0) {
      throw new IllegalArgumentException(
          "glance %s: its earlier looks must not be negative, got %d"
              .formatted(glance, earlierLooks));
    }
    features = features.clone();
  }

  /** The same frame of a glance that has judged so many candidates. */
  public LabelledFrame withEarlierLooks(int looks) {
    return new LabelledFrame(features, pitchRad, yawRad, glance, looks);
  }

  @Override
  public float[] features() {
    return features.clone();
  }
}
