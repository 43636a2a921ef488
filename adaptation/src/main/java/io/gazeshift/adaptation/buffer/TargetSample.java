package io.gazeshift.adaptation.buffer;

import io.gazeshift.glsge.data.Half;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;

/**
 * One admitted face as adaptation sees it: no image, its features in half precision.
 *
 * @param featureFp16 owned by the sample; not to be changed
 * @param prediction what the head of its time said, in the virtual camera's axes
 * @param cameraToVirtual turns directions of the site into those the head predicts
 */
// Bulk data; these records are never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record TargetSample(
    Track track,
    long frameSeq,
    long captureMicros,
    short[] featureFp16,
    Gaze prediction,
    Rotation cameraToVirtual) {

  /** Reads a sample that {@link Admission} has let through. */
  public static TargetSample of(FeatureSample record) {
    FaceIdentity identity = record.getIdentity();
    ShortBuffer halves =
        record
            .getFeatureFp16()
            .asReadOnlyByteBuffer()
            .order(ByteOrder.LITTLE_ENDIAN)
            .asShortBuffer();
    short[] feature = new short[halves.remaining()];
    halves.get(feature);
    return new TargetSample(
        Track.of(identity),
        identity.getFrameSeq(),
        identity.getCaptureMicros(),
        feature,
        Gaze.from(record.getPrediction()),
        Rotation.ofRows(record.getNormalisationRotationList()));
  }

  public int width() {
    return featureFp16.length;
  }

  /** Writes the features, as floats, from this place on. */
  public void copyFeature(float[] target, int offset) {
    for (int i = 0; i < featureFp16.length; i++) {
      target[offset + i] = Half.toFloat(featureFp16[i]);
    }
  }
}
