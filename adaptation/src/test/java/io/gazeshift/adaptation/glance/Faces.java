package io.gazeshift.adaptation.glance;

import com.google.protobuf.ByteString;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.targets.shape.PointMm;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Faces as inference would have committed them. */
final class Faces {

  static final String BACKBONE = "backbone-a";

  private Faces() {}

  static FeatureSample sample(long seq, Gaze prediction, Rotation rotation, float... features) {
    ByteBuffer halves =
        ByteBuffer.allocate(Short.BYTES * features.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float feature : features) {
      halves.putShort(Half.fromFloat(feature));
    }
    return FeatureSample.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera("desk")
                .setDomain("lab")
                .setCaptureSession(1)
                .setFrameSeq(seq)
                .setCaptureMicros(1_700_000_000_000_000L + 33_000 * seq))
        .setBackboneFingerprint(BACKBONE)
        .setFeatureFp16(ByteString.copyFrom(halves.array()))
        .setPrediction(prediction.toMessage())
        .setQuality(FaceQuality.newBuilder().setOverall(0.9f).setEyeOpenness(0.8f))
        .addAllNormalisationRotation(rotation.toList())
        .build();
  }

  /** Ten frames of one face, all alike. */
  static List<Sighting> sightings(Gaze prediction, Rotation rotation, PointMm at) {
    List<Sighting> sightings = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      sightings.add(new Sighting(sample(i, prediction, rotation, 1, 2, i), at));
    }
    return sightings;
  }

  static CalibrationGlance glance(String id, Gaze truth, FeatureSample... frames) {
    return CalibrationGlance.newBuilder()
        .setDomain("lab")
        .setGlanceId(id)
        .setCameraGaze(truth.toMessage())
        .addAllFrames(List.of(frames))
        .setAuthor("person test")
        .setCreatedMicros(1)
        .build();
  }
}
