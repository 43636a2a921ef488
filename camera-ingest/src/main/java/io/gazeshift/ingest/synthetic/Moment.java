package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.protocol.Gaze;

/**
 * What a person does at one moment, in camera axes: how the head is held, how the body under it,
 * where the gaze goes from the face centre and how far away it ends, how open the eyes are, and how
 * far the light is through its range (0 to 1).
 */
record Moment(
    HeadPose head,
    HeadPose body,
    Gaze gaze,
    double fixationMm,
    double eyeOpenness,
    double brightness) {

  /** A body upright under the head, looking at something an arm's length away. */
  static Moment of(HeadPose head, Gaze gaze, double eyeOpenness) {
    return new Moment(head, head, gaze, 600, eyeOpenness, 0.5);
  }

  /** The point looked at. */
  double[] fixated() {
    double[] point = head.faceCentreMm();
    double[] direction = gaze.vector();
    for (int axis = 0; axis < 3; axis++) {
      point[axis] += fixationMm * direction[axis];
    }
    return point;
  }
}
