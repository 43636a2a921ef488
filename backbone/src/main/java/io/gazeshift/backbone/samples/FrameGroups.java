package io.gazeshift.backbone.samples;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SafetensorsWriter;
import io.gazeshift.glsge.head.Head;

/** Which frames of a target show one gaze and which one face, as far as that is known. */
public interface FrameGroups {

  /**
   * A number for each frame, equal within a fixation.
   *
   * @param head whose predictions tell where the gaze moves
   * @throws IllegalArgumentException if the frames' times make no sense, with what is wrong
   */
  int[] fixations(Head head, FeatureRows features);

  /** A number for each frame, equal for one face; empty where that is not known. */
  long[] tracks();

  /** For how many frames it is known. */
  int frames();

  void writeTo(SafetensorsWriter writer);
}
