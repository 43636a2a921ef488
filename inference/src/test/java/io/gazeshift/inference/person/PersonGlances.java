package io.gazeshift.inference.person;

import com.google.protobuf.ByteString;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.FeatureSample;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Faces, their glances, and a head that takes the predicted angles themselves for features. */
final class PersonGlances {

  static final long FRAME_MICROS = 33_000;

  private PersonGlances() {}

  /** Predicts its two features plus an offset; for angles above -1 rad. */
  static VersionedHead head(long version, Gaze offset) {
    float[] same = {1, 0, 0, 1};
    return new VersionedHead(
        new Head(
            new DenseLayer(2, 2, same, new float[] {1, 1}),
            new DenseLayer(2, 2, same, new float[2]),
            new DenseLayer(
                2,
                2,
                same,
                new float[] {(float) offset.pitchRad() - 1, (float) offset.yawRad() - 1})),
        version);
  }

  static VersionedHead head(long version) {
    return head(version, new Gaze(0, 0));
  }

  static FaceIdentity identity(int face, long frame) {
    return FaceIdentity.newBuilder()
        .setCamera("cam")
        .setDomain("lab")
        .setCaptureSession(5)
        .setFaceIndex(face)
        .setFrameSeq(frame)
        .setCaptureMicros(1_000_000 + frame * FRAME_MICROS)
        .build();
  }

  static FaceFrame face(FaceIdentity identity) {
    return FaceFrame.newBuilder()
        .setIdentity(identity)
        .addAllNormalisationRotation(Rotation.IDENTITY.toList())
        .setQuality(FaceQuality.newBuilder().setOverall(1))
        .build();
  }

  /** A frame of which {@link #head} predicts this. */
  static FeatureSample frame(FaceIdentity identity, Gaze predicted) {
    ByteBuffer halves = ByteBuffer.allocate(2 * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    halves.putShort(Half.fromFloat((float) predicted.pitchRad()));
    halves.putShort(Half.fromFloat((float) predicted.yawRad()));
    return FeatureSample.newBuilder()
        .setIdentity(identity)
        .setBackboneFingerprint("backbone")
        .setFeatureFp16(ByteString.copyFrom(halves.array()))
        .setPrediction(predicted.toMessage())
        .addAllNormalisationRotation(Rotation.IDENTITY.toList())
        .build();
  }

  static CalibrationGlance glance(String id, Gaze truth, List<FeatureSample> frames) {
    return CalibrationGlance.newBuilder()
        .setDomain("lab")
        .setGlanceId(id)
        .setCameraGaze(truth.toMessage())
        .addAllFrames(frames)
        .setAuthor("person test")
        .setCreatedMicros(1)
        .build();
  }
}
