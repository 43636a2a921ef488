package io.gazeshift.adaptation.buffer;

import io.gazeshift.protocol.v1.FaceIdentity;

/** One face followed by one run of one camera. */
public record Track(String camera, long captureSession, int faceIndex) {

  static Track of(FaceIdentity identity) {
    return new Track(identity.getCamera(), identity.getCaptureSession(), identity.getFaceIndex());
  }
}
