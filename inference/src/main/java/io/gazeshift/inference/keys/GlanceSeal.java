package io.gazeshift.inference.keys;

import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazeAngles;

/** The bytes of a glance that its signature covers, as specified in the contract. */
final class GlanceSeal {

  private static final String PURPOSE = "gazeshift glance 1";

  private GlanceSeal() {}

  /** Everything that a prior or a gate uses of it. */
  static byte[] signedBytes(CalibrationGlance glance) {
    SealWriter seal = new SealWriter(PURPOSE).text(glance.getDomain()).text(glance.getGlanceId());
    gaze(seal, glance.getCameraGaze());
    seal.text(glance.getAuthor()).whole(glance.getCreatedMicros()).count(glance.getFramesCount());
    glance.getFramesList().forEach(frame -> frame(seal, frame));
    return seal.toByteArray();
  }

  private static void frame(SealWriter seal, FeatureSample frame) {
    FaceIdentity identity = frame.getIdentity();
    seal.text(identity.getCamera())
        .text(identity.getDomain())
        .whole(identity.getCaptureSession())
        .whole(identity.getFrameSeq())
        .whole(identity.getFaceIndex())
        .whole(identity.getCaptureMicros())
        .text(frame.getBackboneFingerprint())
        .bytes(frame.getFeatureFp16().toByteArray());
    gaze(seal, frame.getPrediction());
    seal.whole(frame.getModelVersion());
    frame.getNormalisationRotationList().forEach(seal::number);
  }

  private static void gaze(SealWriter seal, GazeAngles gaze) {
    seal.number(gaze.getPitch()).number(gaze.getYaw());
  }
}
