package io.gazeshift.inference.person;

import io.gazeshift.protocol.v1.FaceIdentity;

/** What the frames of one face have in common while it is followed. */
record FaceTrack(String camera, long captureSession, int faceIndex) {

  static FaceTrack of(FaceIdentity face) {
    return new FaceTrack(face.getCamera(), face.getCaptureSession(), face.getFaceIndex());
  }
}
