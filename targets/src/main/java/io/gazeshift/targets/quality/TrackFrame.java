package io.gazeshift.targets.quality;

import io.gazeshift.targets.event.GazeSample;

/**
 * One frame of one face.
 *
 * @param frameSeq counts the camera's frames, with the face or without
 * @param headVersion of the head that predicted it
 */
public record TrackFrame(long frameSeq, GazeSample sample, long headVersion) {

  long captureMicros() {
    return sample.captureMicros();
  }
}
