package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.FeatureRows;

/**
 * Unlabelled frames of a target, each with the fixation it belongs to. Frames of one fixation show
 * one gaze, so that what differs between them is noise.
 *
 * @param fixation any number per frame, equal within a fixation; see {@link Fixations}
 */
public record FixatedFrames(FeatureRows features, int[] fixation) {

  public FixatedFrames {
    if (features.size() == 0) {
      throw new IllegalArgumentException("the target has no frames");
    }
    if (features.size() != fixation.length) {
      throw new IllegalArgumentException(
          "%d frames need as many fixation numbers, got %d"
              .formatted(features.size(), fixation.length));
    }
    features.requireFinite("target frames");
    fixation = fixation.clone();
  }

  @Override
  public int[] fixation() {
    return fixation.clone();
  }

  public int size() {
    return fixation.length;
  }
}
