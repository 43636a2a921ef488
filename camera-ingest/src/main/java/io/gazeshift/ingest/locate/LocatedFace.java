package io.gazeshift.ingest.locate;

import java.util.Optional;

/**
 * A face found in a frame. The index tells the faces of one frame apart and stays with a face while
 * it is tracked; the score says how sure the locator is that this is a whole face (0 to 1, 1 where
 * it is known); the reprojection error is that of the pose fit (0 where the pose is known); the
 * openness is that of the less open eye, 0 closed to 1 open; the landmarks are none where the face
 * was not found by them; the points that tell its gaze are empty where the locator does not find
 * irises.
 */
public record LocatedFace(
    int faceIndex,
    HeadPose pose,
    double score,
    double reprojectionPx,
    double eyeOpenness,
    Landmarks landmarks,
    Optional<GazeLandmarks> gazeLandmarks) {

  /** A face whose irises are not known. */
  public LocatedFace(
      int faceIndex,
      HeadPose pose,
      double score,
      double reprojectionPx,
      double eyeOpenness,
      Landmarks landmarks) {
    this(faceIndex, pose, score, reprojectionPx, eyeOpenness, landmarks, Optional.empty());
  }

  /** A face that was not found by landmarks. */
  public LocatedFace(
      int faceIndex, HeadPose pose, double score, double reprojectionPx, double eyeOpenness) {
    this(faceIndex, pose, score, reprojectionPx, eyeOpenness, Landmarks.NONE);
  }
}
