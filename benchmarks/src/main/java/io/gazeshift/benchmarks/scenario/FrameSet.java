package io.gazeshift.benchmarks.scenario;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * Frames of a domain in the order of time.
 *
 * @param mirrored the features of the mirrored faces, or no rows if not requested
 * @param gaze the true pitch and yaw (positive to the image's left), radians
 * @param fixation which fixation each frame belongs to, from 0
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record FrameSet(
    FeatureRows features, FeatureRows mirrored, Matrix gaze, int[] fixation, long[] persons) {

  public FrameSet {
    fixation = fixation.clone();
    persons = persons.clone();
  }

  @Override
  public int[] fixation() {
    return fixation.clone();
  }

  @Override
  public long[] persons() {
    return persons.clone();
  }

  public int size() {
    return features.size();
  }

  /** The frames with their gaze. */
  public SourceBank bank() {
    return new SourceBank(features, gaze, persons, "");
  }

  /** The mirrored faces with the mirrored gaze. */
  public SourceBank mirroredBank() {
    Matrix flipped = gaze.copy();
    for (int i = 0; i < flipped.rows(); i++) {
      flipped.set(i, 1, -flipped.get(i, 1));
    }
    return new SourceBank(mirrored, flipped, persons, "");
  }
}
