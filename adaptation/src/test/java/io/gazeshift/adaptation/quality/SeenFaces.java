package io.gazeshift.adaptation.quality;

import com.google.protobuf.ByteString;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Predictions and glances of a camera with 25 frames a second. */
final class SeenFaces {

  static final String BACKBONE = "backbone-a";
  static final long BEGIN = 1_700_000_000_000_000L;

  private SeenFaces() {}

  /** Takes pitch and yaw as its two features, in radians, and adds an offset. */
  static Head head(double pitchOffsetDeg, double yawOffsetDeg) {
    // ReLU would lose what is below 0; 4 radians are above everything.
    return new Head(
        new DenseLayer(2, 2, new float[] {1, 0, 0, 1}, new float[] {4, 4}),
        new DenseLayer(2, 2, new float[] {1, 0, 0, 1}, new float[2]),
        new DenseLayer(
            2,
            2,
            new float[] {1, 0, 0, 1},
            new float[] {
              (float) Math.toRadians(pitchOffsetDeg) - 4, (float) Math.toRadians(yawOffsetDeg) - 4
            }));
  }

  static FaceIdentity identity(String camera, int face, long seq) {
    return FaceIdentity.newBuilder()
        .setCamera(camera)
        .setDomain("lab")
        .setCaptureSession(0x2a)
        .setFaceIndex(face)
        .setFrameSeq(seq)
        .setCaptureMicros(BEGIN + 40_000 * seq)
        .build();
  }

  static GazePrediction prediction(int face, long seq, Gaze gaze, String target, long head) {
    return GazePrediction.newBuilder()
        .setIdentity(identity("desk", face, seq))
        .setNormalised(gaze.toMessage())
        .setCamera(gaze.toMessage())
        .setModelVersion(head)
        .setQuality(FaceQuality.newBuilder().setOverall(0.9f).setEyeOpenness(0.8f))
        .setTargets(
            GazeTargets.newBuilder()
                .addTargets(GazeTarget.newBuilder().setName(target).setProbability(0.7f))
                .setElsewhere(0.3f))
        .build();
  }

  /** A frame in which the backbone sees this gaze, in the virtual camera's axes. */
  static FeatureSample frame(int face, long seq, Gaze seen, Rotation rotation) {
    ByteBuffer halves = ByteBuffer.allocate(2 * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    halves.putShort(Half.fromFloat((float) seen.pitchRad()));
    halves.putShort(Half.fromFloat((float) seen.yawRad()));
    return FeatureSample.newBuilder()
        .setIdentity(identity("desk", face, seq))
        .setBackboneFingerprint(BACKBONE)
        .setFeatureFp16(ByteString.copyFrom(halves.array()))
        .setPrediction(new Gaze(seen.pitchRad(), seen.yawRad() + 0.1).toMessage())
        .addAllNormalisationRotation(rotation.toList())
        .build();
  }

  /** Eight frames of one look, without noise. */
  static CalibrationGlance glance(String id, int face, Gaze truth, Rotation rotation) {
    CalibrationGlance.Builder glance =
        CalibrationGlance.newBuilder()
            .setDomain("lab")
            .setGlanceId(id)
            .setCameraGaze(truth.toMessage())
            .setCreatedMicros(BEGIN);
    for (int i = 0; i < 8; i++) {
      glance.addFrames(frame(face, i, truth.rotatedBy(rotation), rotation));
    }
    return glance.build();
  }
}
