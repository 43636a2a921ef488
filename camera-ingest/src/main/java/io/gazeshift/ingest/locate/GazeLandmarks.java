package io.gazeshift.ingest.locate;

import io.gazeshift.protocol.LandmarkPoints;

/**
 * The points of a face that tell its gaze, in the pixels of its frame: the lids of the right eye
 * and of the left one, then those that do not move on the skull. What each of them is stands in the
 * wire contract's {@code FaceLandmarks}.
 */
public record GazeLandmarks(Landmarks points, Irises irises) {

  public static final int COUNT = 2 * LandmarkPoints.LIDS + LandmarkPoints.SKULL;

  public GazeLandmarks {
    if (points.count() != COUNT) {
      throw new IllegalArgumentException(points.count() + " points, expected " + COUNT);
    }
  }
}
