package io.gazeshift.adaptation.shadow;

import io.gazeshift.adaptation.buffer.Track;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;

/** The features of one face, for heads to predict from. */
final class Features {

  private Features() {}

  /** Whether they are of this backbone and as many as the head takes. */
  static boolean fit(FeatureSample sample, Head head, String backboneFingerprint) {
    return sample.getBackboneFingerprint().equals(backboneFingerprint)
        && sample.getFeatureFp16().size() == head.inputs() * Short.BYTES;
  }

  static float[] of(FeatureSample sample) {
    ShortBuffer halves =
        sample
            .getFeatureFp16()
            .asReadOnlyByteBuffer()
            .order(ByteOrder.LITTLE_ENDIAN)
            .asShortBuffer();
    float[] features = new float[halves.remaining()];
    for (int i = 0; i < features.length; i++) {
      features[i] = Half.toFloat(halves.get(i));
    }
    return features;
  }

  static Gaze predicted(Head head, float[] features) {
    float[] angles = head.predict(features);
    return new Gaze(angles[0], angles[1]);
  }

  static Track track(FaceIdentity identity) {
    return new Track(identity.getCamera(), identity.getCaptureSession(), identity.getFaceIndex());
  }
}
