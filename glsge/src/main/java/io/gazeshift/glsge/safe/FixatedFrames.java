package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.FeatureRows;

/**
 * Unlabelled frames of a target, each with the fixation it belongs to. Frames of one fixation show
 * one gaze, so that what differs between them is noise.
 *
 * @param fixation any number per frame, equal within a fixation; see {@link Fixations}
 * @param track any number per frame, equal for one face; or empty where that is not known
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record FixatedFrames(FeatureRows features, int[] fixation, long[] track) {

  public FixatedFrames {
    if (features.size() == 0) {
      throw new IllegalArgumentException("the target has no frames");
    }
    if (features.size() != fixation.length) {
      throw new IllegalArgumentException(
          "got %d frames but %d fixation numbers; give one per frame"
              .formatted(features.size(), fixation.length));
    }
    if (track.length != 0 && track.length != fixation.length) {
      throw new IllegalArgumentException(
          "got %d frames but %d tracks; give one per frame, or none"
              .formatted(fixation.length, track.length));
    }
    features.requireFinite("target frames");
    fixation = fixation.clone();
    track = track.clone();
  }

  /** Frames without tracks. */
  public FixatedFrames(FeatureRows features, int[] fixation) {
    this(features, fixation, new long[0]);
  }

  @Override
  public int[] fixation() {
    return fixation.clone();
  }

  @Override
  public long[] track() {
    return track.clone();
  }

  public int size() {
    return fixation.length;
  }
}
