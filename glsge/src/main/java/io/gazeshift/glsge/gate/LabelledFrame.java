package io.gazeshift.glsge.gate;

/**
 * A frame of the target whose true gaze is known.
 *
 * @param features as the backbone gave them
 * @param pitchRad in the axes of the head's predictions
 * @param yawRad likewise
 * @param glance equal for frames of one glance, which count as one observation
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record LabelledFrame(float[] features, double pitchRad, double yawRad, String glance) {

  public LabelledFrame {
    if (!Double.isFinite(pitchRad) || !Double.isFinite(yawRad)) {
      throw new IllegalArgumentException(
          "glance %s: its gaze must be finite, got (%s, %s)".formatted(glance, pitchRad, yawRad));
    }
    features = features.clone();
  }

  @Override
  public float[] features() {
    return features.clone();
  }
}
